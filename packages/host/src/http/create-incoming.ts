import type { IncomingRequest } from 'oriel-core/http';
import { HeaderLines } from './header-lines.ts';
import { createBody } from './readable-body.ts';
import { toWebRequest } from './to-web-request.ts';

/** The properties of a request without a server; all others have defaults. */
export interface IncomingFacts {
  /** The headers; names are case-insensitive. `Host` is `localhost` unless `hostLines` is set. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  hostLines?: readonly string[];
  scheme?: 'http' | 'https';
  version?: string;
  ip?: string;
  /** The address of the connection. Default `ip`; null for no address. */
  peer?: string | null;
  signal?: AbortSignal;
  /** Called with the links of each Early Hints response. */
  onEarlyHints?: (links: readonly string[]) => void;
}

/**
 * Returns an incoming request without a server.
 *
 * @param line the method and target, such as `POST /cities?draft`
 *
 * @example
 * ```ts
 * import { createIncoming } from './create-incoming.ts';
 * createIncoming('POST /cities').method; // => 'POST'
 * ```
 */
export function createIncoming(line = 'GET /', facts: IncomingFacts = {}): IncomingRequest {
  const [method = 'GET', ...rest] = line.split(' ');
  const target = rest.join(' ');
  const { hostLines = ['localhost'], scheme = 'http', version = '1.1', ip = '127.0.0.1' } = facts;
  const { peer = ip } = facts;
  const { signal = new AbortController().signal, onEarlyHints = () => {} } = facts;
  const headers = new HeaderLines(Object.entries(facts.headers ?? {}));
  const body = createBody(facts.body);
  return {
    method,
    target,
    headers,
    hostLines,
    scheme,
    version,
    ip,
    peer: peer ?? undefined,
    body,
    signal,
    earlyHints: onEarlyHints,
    toRequest: (url) => toWebRequest({ method, headers, body, signal }, url),
  };
}
