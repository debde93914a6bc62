import { randomBytes } from 'node:crypto';
import type { RouteDeclaration } from '../routes/route.ts';
import type { AnyResource } from '../features/resources/declare/resource.ts';
import type { Authenticator } from '../features/security/authenticator.ts';
import { defineHost } from '../host/define-host.ts';
import type { Host } from '../host/define-host.ts';
import type { HostConfig } from '../host/config.ts';
import { MemoryProfileStorage } from 'oriel/recorder';
import type { LogRecord } from 'oriel-core/trace';
import type { Profile, ProfileStorage } from 'oriel/recorder';
import { setTimeout } from 'node:timers/promises';

/** A host for a test, with its log records. */
export interface TestHost<H extends Host = Host> {
  readonly host: H;
  /** All log records, including debug level, in the order they were written. */
  readonly logs: readonly LogRecord[];
  /**
   * Sends a request to the host in memory: `send('GET /cities/7')`. Pass an absolute URL to set the host name. The client
   * address is 127.0.0.1; for another address call `host.fetch(request, { peer })`.
   */
  readonly send: (line: string, init?: RequestInit) => Promise<Response>;
  /**
   * Returns the profile of a response, of a host that records profiles. The body of the response can be read before or after.
   * Throws if the request was not recorded.
   */
  readonly profileOf: (response: Response) => Promise<Profile>;
}

/** How a test host differs from the one of the application. */
export interface TestHostOptions {
  /** Whether to record a profile of each request, in production mode as well. */
  readonly profiles?: boolean;
}

/**
 * Returns a host that collects its log records, and stores its profiles in memory: in development mode, or with
 * `{ profiles: true }`.
 *
 * @param given the configuration, as for `defineHost`
 * @param options `profiles: true` records requests
 *
 * @example
 * ```ts
 * import { route } from 'oriel-host';
 * import { createTestHost } from 'oriel-host/testing';
 * const { send } = createTestHost({ routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })] });
 * await (await send('GET /hello')).text(); // => 'Hello'
 * ```
 */
export function createTestHost<
  const Resources extends readonly AnyResource[] = readonly [],
  const Routes extends readonly RouteDeclaration[] = readonly [],
  Each extends Authenticator = never,
>(
  given: HostConfig<Resources, Routes, Each> = {},
  { profiles = false }: TestHostOptions = {},
): TestHost<Host<Resources, Routes, Each>> {
  const config = given as HostConfig;
  const logs: LogRecord[] = [];
  const log = {
    level: 'debug',
    access: false,
    ...config.log,
    sink: { write: (record: LogRecord) => void logs.push(record) },
  } as const;
  const settings = config.profiler === undefined ? undefined : config.profiler || {};
  const storage = settings?.storage ?? new MemoryProfileStorage();
  // In production mode the profiler needs a key, and responses have a token only if it is exposed.
  const recorded = { key: randomBytes(32).toString('base64url'), exposeToken: true };
  const profiler = profiles ? { ...recorded, ...settings, storage } : (config.profiler ?? { storage });
  // Unlike other hosts, a test host may run in production mode without write access rules for its resources.
  const access = config.security === undefined ? ({ access: 'public' } as const) : {};
  const host = defineHost({ ...access, ...config, log, profiler }) as Host<Resources, Routes, Each>;
  return {
    host,
    logs,
    send: (line, init) => host.fetch(toRequest(line, init), { peer: TEST_PEER }),
    profileOf: (response) => getProfile(storage, response),
  };
}

/** The client address of requests in tests. */
export const TEST_PEER = '127.0.0.1';

/**
 * Returns a web `Request` to `http://localhost` for a line such as `POST /cities`.
 *
 * @example
 * ```ts
 * import { toRequest } from 'oriel-host/testing';
 * toRequest('POST /cities').url; // => 'http://localhost/cities'
 * ```
 */
export function toRequest(line: string, init: RequestInit = {}): Request {
  const space = line.indexOf(' ');
  const target = line.slice(space + 1);
  const url = target.startsWith('/') ? `http://localhost${target}` : target;
  return new Request(url, { redirect: 'manual', ...init, method: line.slice(0, space) });
}

/**
 * Returns the profile of a response, as soon as it is stored.
 *
 * @throws {Error} if the request was not recorded, or if its profile is not stored within five seconds
 */
async function getProfile(storage: ProfileStorage, response: Response): Promise<Profile> {
  const token = response.headers.get('x-debug-token');
  if (token === null)
    throw new Error(
      `The request with the response ${response.status} was not recorded; create the host with createTestHost(config, { profiles: true })`,
    );
  // A request ends after the last byte of its response.
  if (!response.bodyUsed) await response.clone().arrayBuffer();
  for (let waited = 0; waited < MAX_MS; waited += POLL_MS) {
    const profile = await storage.read(token);
    if (profile !== undefined) return profile;
    await setTimeout(POLL_MS);
  }
  throw new Error(`The profile ${token} was not stored within ${MAX_MS / 1000} s; check that the host is open`);
}

const POLL_MS = 5;
const MAX_MS = 5_000;
