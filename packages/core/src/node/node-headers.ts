import type { IncomingMessage } from 'node:http';
import type { RequestHeaders } from '../http/incoming-request.ts';

/** The headers of a request from a socket, without the pseudo-headers of HTTP/2; `:authority` is `host`. */
export class NodeHeaders implements RequestHeaders {
  readonly #message: IncomingMessage;
  readonly #isEmbedded: boolean;

  /** @param isEmbedded whether another server received the message, which may not join headers of the same name */
  constructor(message: IncomingMessage, isEmbedded = false) {
    this.#message = message;
    this.#isEmbedded = isEmbedded;
  }

  get(name: string): string | undefined {
    const { headers } = this.#message;
    // By default Node.js keeps the first of several Authorization headers, although two of them are invalid.
    if (this.#isEmbedded && name === 'authorization')
      return this.#message.headersDistinct?.[name]?.join(', ') ?? headers[name];
    const value = headers[name];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.join(', ');
    const authority = name === 'host' ? headers[':authority'] : undefined;
    return typeof authority === 'string' ? authority : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get list(): readonly string[] | undefined {
    // HTTP/2 headers contain pseudo-headers.
    return this.#message.httpVersionMajor === 2 ? undefined : this.#message.rawHeaders;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const { rawHeaders } = this.#message;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!;
      if (name === ':authority') yield ['host', rawHeaders[i + 1]!];
      else if (!name.startsWith(':')) yield [name, rawHeaders[i + 1]!];
    }
  }
}

/** Returns all `Host` lines of a request, to reject several. The headers of Node.js contain only the first. */
export function findHostLines({ rawHeaders, headers, httpVersionMajor }: IncomingMessage): string[] {
  if (httpVersionMajor === 2) return http2HostLines(headers[':authority'] as string | undefined, headers.host);
  let lines: string[] | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && (name === 'Host' || name === 'host' || name.toLowerCase() === 'host')) {
      // A literal needs less memory than an array that grows.
      if (lines === undefined) lines = [rawHeaders[i + 1]!];
      else lines.push(rawHeaders[i + 1]!);
    }
  }
  return lines ?? [];
}

// `Host` must equal `:authority` (RFC 9113 §8.3.1).
function http2HostLines(authority: string | undefined, host: string | undefined): string[] {
  if (authority === undefined) return host === undefined ? [] : [host];
  return host === undefined || host === authority ? [authority] : [authority, host];
}
