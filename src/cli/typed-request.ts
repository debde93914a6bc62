import { HttpContext } from '../core/http/context.ts';
import type { IncomingRequest, RequestBody, RequestHeaders } from '../core/http/incoming-request.ts';
import { MisuseError } from './misuse.ts';

/** What was typed: `GET /x`, `/x`, or a whole URL in place of the path. */
export interface TypedRequest {
  readonly line: string;
  readonly host?: string | undefined;
  readonly scheme?: string | undefined;
}

/**
 * A request as typed, without headers or body: live enough for a route's condition to look at.
 * @throws {MisuseError} when it cannot be sent
 */
export function typedRequest({ line, host, scheme }: TypedRequest): HttpContext {
  const words = line.trim().split(/\s+/);
  const [method, target] =
    words.length === 1 ? ['GET', words[0]!] : [words[0]!.toUpperCase(), words.slice(1).join('%20')];
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(method))
    throw new MisuseError(`"${method}" is no HTTP method; write it as in "GET /cities"`);
  const absolute = /^(https?):\/\/([^/?#]*)(.*)/i.exec(target);
  if (!absolute && !target.startsWith('/') && target !== '*')
    throw new MisuseError(`"${target}" is no path: it starts with a slash, as in "${method} /${target}"`);
  const spoken = (scheme ?? absolute?.[1] ?? 'http').toLowerCase();
  if (spoken !== 'http' && spoken !== 'https') throw new MisuseError(`--scheme is http or https, not "${spoken}"`);
  const context = new HttpContext(
    new Sent(method, encode(absolute ? absolute[3]! || '/' : target), host ?? absolute?.[2] ?? 'localhost', spoken),
    undefined,
    undefined,
  );
  if (context.malformed) throw new MisuseError(context.malformed.message);
  return context;
}

// A browser would have sent it like this.
function encode(target: string): string {
  return target.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text));
}

class Sent implements IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly hostLines: readonly string[];
  readonly scheme: 'http' | 'https';
  readonly version = '1.1';
  readonly ip = '127.0.0.1';
  readonly headers = NO_HEADERS;
  readonly body = NO_BODY;
  readonly signal = new AbortController().signal;

  constructor(method: string, target: string, host: string, scheme: 'http' | 'https') {
    this.method = method;
    this.target = target;
    this.hostLines = [host];
    this.scheme = scheme;
  }

  earlyHints(): void {}

  toRequest(url: string): Request {
    return new Request(url, { method: this.method });
  }
}

const NO_HEADERS: RequestHeaders = {
  get: () => undefined,
  has: () => false,
  [Symbol.iterator]: () => [][Symbol.iterator](),
};

const NO_BODY: RequestBody = {
  present: false,
  length: undefined,
  bytes: () => Promise.resolve(new Uint8Array()),
  text: () => Promise.resolve(''),
  stream: () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }),
};
