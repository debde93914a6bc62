import { HeaderFieldsTooLargeError, withoutStack } from 'oriel-core/http';
import type { HttpError, IncomingRequest, RequestHeaders } from 'oriel-core/http';
import type { TrustedProxies } from './trusted-proxies.ts';
import { FetchBody } from './fetch-body.ts';
import { requestProblem } from './request-problem.ts';
import { resolveLimits } from './server-options.ts';
import type { Limits } from './server-options.ts';
import { toWebRequest } from '../http/to-web-request.ts';
import { message } from 'oriel-core/messages';

/** Information that a web `Request` does not contain. */
export interface FetchRequestOptions {
  /** The IP address of the connection. Without it, no proxy header is trusted and `ip` is `'unknown'`. */
  readonly peer?: string | undefined;
  readonly proxies?: TrustedProxies | undefined;
  /** The limits of the host; the default ones without it. */
  readonly limits?: Limits | undefined;
}

/** A web `Request` as an incoming request; handled like the same request from a socket. */
export class FetchRequest implements IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly hostLines: readonly string[];
  readonly scheme: 'http' | 'https';
  readonly version = '1.1';
  readonly ip: string;
  readonly peer: string | undefined;
  readonly clientBecause: string | undefined;
  readonly headers: RequestHeaders;
  readonly body: FetchBody;
  readonly problem: HttpError | undefined;
  readonly #request: Request;
  #abort: AbortController | undefined = undefined;
  #signal: AbortSignal | undefined = undefined;

  constructor(request: Request, { peer, proxies, limits = DEFAULT_LIMITS }: FetchRequestOptions = {}) {
    const { scheme, authority, target } = takeApart(request.url);
    const headers = new FetchHeaders(request.headers, authority);
    const facts = peer === undefined ? undefined : proxies?.read(peer, scheme, headers);
    this.#request = request;
    this.method = request.method;
    this.target = target;
    this.headers = headers;
    this.hostLines = [facts?.host ?? headers.get('host')!];
    this.scheme = facts?.scheme ?? scheme;
    this.ip = facts?.ip ?? peer ?? UNKNOWN_ADDRESS;
    this.peer = peer;
    this.clientBecause = facts?.because;
    this.body = new FetchBody(request, limits);
    this.problem = getProblem(headers, target, limits) ?? facts?.problem;
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return (this.#signal ??= AbortSignal.any([this.#request.signal, this.#abort.signal]));
  }

  abort(reason: unknown): void {
    this.#abort?.abort(reason);
  }

  /** Does nothing: early hints need a socket. */
  earlyHints(): void {}

  toRequest(url: string): Request {
    return url === this.#request.url ? this.#request : toWebRequest(this, url);
  }
}

/** The headers of a web `Request`, with the `Host` that it would have on a socket. */
class FetchHeaders implements RequestHeaders {
  readonly #headers: Headers;
  readonly #authority: string;

  constructor(headers: Headers, authority: string) {
    this.#headers = headers;
    this.#authority = authority;
  }

  get(name: string): string | undefined {
    return this.#headers.get(name) ?? (name === 'host' ? this.#authority : undefined);
  }

  has(name: string): boolean {
    return name === 'host' || this.#headers.has(name);
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    if (!this.#headers.has('host')) yield ['host', this.#authority];
    yield* this.#headers;
  }
}

// RFC 7239 §6.2 defines this name for unknown addresses.
const UNKNOWN_ADDRESS = 'unknown';

const DEFAULT_LIMITS = resolveLimits();

const URL_PARTS = /^(https?):\/\/(?:[^/?#]*@)?([^/?#]*)([^#]*)/i;

// Sliced by hand: the URL of a Request is normalized and must not change.
function takeApart(url: string): { scheme: 'http' | 'https'; authority: string; target: string } {
  const [, scheme = 'http', authority = '', target = ''] = URL_PARTS.exec(url) ?? [];
  return { scheme: scheme.toLowerCase() === 'https' ? 'https' : 'http', authority, target: target || '/' };
}

function getProblem(headers: RequestHeaders, target: string, limits: Limits): HttpError | undefined {
  let count = 0;
  let size = target.length;
  for (const [name, value] of headers) {
    count++;
    size += name.length + value.length;
  }
  const problem = requestProblem(limits, target.length, count, headers.get('expect'), headers.get('transfer-encoding'));
  if (problem !== undefined || size < limits.headers) return problem;
  return withoutStack(
    () => new HeaderFieldsTooLargeError(message('request.headers-too-large', { bytes: limits.headers })),
  );
}
