import { defineHost } from '../host/define-host.ts';
import type { Host } from '../host/define-host.ts';
import type { HostConfig } from '../host/config.ts';
import { MemoryProfileStorage } from '../profiler/store/memory/memory-profile-storage.ts';
import type { LogRecord } from '../core/trace/trace.ts';

/** A host for a test, and what it wrote to its log. */
export interface TestHost {
  readonly host: Host;
  /** Every record, from debug up, in the order written. */
  readonly logs: readonly LogRecord[];
  /**
   * Answers in memory: `send('GET /cities/7')`, or with a whole URL to say which host is meant. The client is a user of
   * this machine (127.0.0.1); for another one call `host.fetch(request, { peer })`.
   */
  readonly send: (line: string, init?: RequestInit) => Promise<Response>;
}

/**
 * A host whose log is kept instead of written, and whose profiles, in development, stay in memory.
 *
 * @param config as for `defineHost`
 *
 * @example
 * ```ts
 * import { route } from 'oriel';
 * import { createTestHost } from 'oriel/testing';
 * const { send } = createTestHost({ routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })] });
 * await (await send('GET /hello')).text(); // => 'Hello'
 * ```
 */
export function createTestHost(config: HostConfig = {}): TestHost {
  const logs: LogRecord[] = [];
  const log = {
    level: 'debug',
    access: false,
    ...config.log,
    sink: { write: (record: LogRecord) => void logs.push(record) },
  } as const;
  const profiler = config.profiler ?? { storage: new MemoryProfileStorage() };
  // A host of a test may listen in production without a statement about who may change its resources.
  const access = config.security === undefined ? ({ access: 'public' } as const) : {};
  const host = defineHost({ ...access, ...config, log, profiler });
  return { host, logs, send: (line, init) => host.fetch(toRequest(line, init), { peer: TEST_PEER }) };
}

/** The address that tests send requests from. */
export const TEST_PEER = '127.0.0.1';

/**
 * `POST /cities` as a web `Request` to `http://localhost`.
 *
 * @example
 * ```ts
 * import { toRequest } from 'oriel/testing';
 * toRequest('POST /cities').url; // => 'http://localhost/cities'
 * ```
 */
export function toRequest(line: string, init: RequestInit = {}): Request {
  const space = line.indexOf(' ');
  const target = line.slice(space + 1);
  const url = target.startsWith('/') ? `http://localhost${target}` : target;
  return new Request(url, { redirect: 'manual', ...init, method: line.slice(0, space) });
}
