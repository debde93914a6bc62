import { defineHost } from '../host/define-host.ts';
import type { Host } from '../host/define-host.ts';
import type { HostConfig } from '../host/config.ts';
import { MemoryProfileStorage } from '../profiler/store/memory/memory-profile-storage.ts';
import type { LogRecord } from '../core/trace/trace.ts';

/** A host for a test, with its log records. */
export interface TestHost {
  readonly host: Host;
  /** All log records, including debug level, in the order they were written. */
  readonly logs: readonly LogRecord[];
  /**
   * Sends a request to the host in memory: `send('GET /cities/7')`. Pass an absolute URL to set the host name. The client
   * address is 127.0.0.1; for another address call `host.fetch(request, { peer })`.
   */
  readonly send: (line: string, init?: RequestInit) => Promise<Response>;
}

/**
 * Returns a host that collects its log records and, in development mode, stores its profiles in memory.
 *
 * @param config the configuration, as for `defineHost`
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
  // Unlike other hosts, a test host may run in production mode without write access rules for its resources.
  const access = config.security === undefined ? ({ access: 'public' } as const) : {};
  const host = defineHost({ ...access, ...config, log, profiler });
  return { host, logs, send: (line, init) => host.fetch(toRequest(line, init), { peer: TEST_PEER }) };
}

/** The client address of requests in tests. */
export const TEST_PEER = '127.0.0.1';

/**
 * Returns a web `Request` to `http://localhost` for a line such as `POST /cities`.
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
