import { HttpContext } from 'oriel-core/http';
import type { RequestContext } from '../kernel/events.ts';
import type { Plan } from '../events/dispatcher.ts';
import { NullTrace } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import type { IncomingRequest, RequestBody, RequestHeaders } from 'oriel-core/http';

/** The properties of a context that a test sets; all others have defaults. */
export interface ContextFacts extends IncomingFacts {
  /** The listeners of the request. */
  plan?: Plan;
  trace?: Trace;
  route?: RequestContext['route'];
  params?: RequestContext['params'];
}

/**
 * Returns the context of a request, for testing listeners.
 *
 * @param line the method and target, such as `GET /cities/7`
 *
 * @example
 * ```ts
 * import { createContext } from 'oriel-host/testing';
 * createContext('GET /cities?page=2', { headers: { Accept: 'text/html' } }).query; // => 'page=2'
 * ```
 */
export function createContext(line = 'GET /', facts: ContextFacts = {}): RequestContext {
  const context: RequestContext = new HttpContext(
    createIncoming(line, facts),
    facts.plan ?? {},
    facts.trace ?? NullTrace,
  );
  context.route = facts.route;
  if (facts.params) context.params = facts.params;
  return context;
}

/** The properties of a request that a test sets; all others have defaults. */
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
 * import { createIncoming } from './create-context.ts';
 * createIncoming('POST /cities').method; // => 'POST'
 * ```
 */
export function createIncoming(line = 'GET /', facts: IncomingFacts = {}): IncomingRequest {
  const [method = 'GET', ...rest] = line.split(' ');
  const target = rest.join(' ');
  const { hostLines = ['localhost'], scheme = 'http', version = '1.1', ip = '127.0.0.1' } = facts;
  const { peer = ip } = facts;
  const { signal = new AbortController().signal, onEarlyHints = () => {} } = facts;
  const headers = createHeaders(facts.headers ?? {});
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
    toRequest: (url) => {
      const content = body.present ? { body: body.stream(), duplex: 'half' as const } : {};
      return new Request(url, { method, headers: [...headers] as [string, string][], signal, ...content });
    },
  };
}

function createHeaders(given: Readonly<Record<string, string>>): RequestHeaders {
  const lines = Object.entries(given);
  const get = (name: string) => lines.find(([other]) => other.toLowerCase() === name)?.[1];
  return { get, has: (name) => get(name) !== undefined, [Symbol.iterator]: () => lines[Symbol.iterator]() };
}

function createBody(content: string | Uint8Array | undefined): RequestBody {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : (content ?? new Uint8Array());
  return {
    present: content !== undefined,
    length: content === undefined ? undefined : bytes.length,
    bytes: () => Promise.resolve(bytes),
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    stream: () => new Blob([bytes.slice()]).stream(),
  };
}
