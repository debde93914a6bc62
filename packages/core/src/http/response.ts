import type { MaybePromise } from './promises.ts';
import type { PushedBody } from './pushed-body.ts';
import { ResponseHeaders } from './response-headers.ts';

/** The body of a response: text, bytes, a stream of bytes, a file, a pushed body, or none. */
export type ResponseBody = string | Uint8Array | ReadableStream<Uint8Array> | FileBody | PushedBody | null;

/**
 * A file, or other bytes, to which the server applies preconditions and ranges (RFC 9110 §13 and §14). Opened when the first byte
 * is sent.
 */
export interface FileBody {
  /** The path of a file, or a source of bytes. */
  readonly file: string | ByteSource;
  /** The first byte and the number of bytes to send; an unknown number is undefined. */
  readonly start: number;
  readonly length: number | undefined;
}

/** A source of bytes other than a file on disk. */
export interface ByteSource {
  /** Returns a part of the bytes; called for each range. */
  read(start: number, length: number | undefined): MaybePromise<ReadableStream<Uint8Array>>;
  /** Set if the bytes can be read only once and from the start, so that ranges are not supported; called instead of `read`. */
  readonly discard?: (() => void) | undefined;
}

/** A body that is not sent. */
export interface OmittedBody {
  readonly contentType: string;
  readonly body: ResponseBody;
}

/** A response that can be changed until it is sent. Cheaper to create than a web `Response`. */
export class HttpResponse {
  status: number;
  headers: ResponseHeaders;
  body: ResponseBody;
  /** Whether ETags include the content coding: a compressed body then keeps a strong tag, with the coding as its suffix. */
  hasCodingSuffix = false;
  /** The representation that a 304 omits. Its headers depend on whether the server would compress it. */
  omitted: OmittedBody | undefined = undefined;

  constructor(status: number, headers: string[] = [], body: ResponseBody = null) {
    this.status = status;
    this.headers = new ResponseHeaders(headers);
    this.body = body;
  }

  /**
   * Converts a web `Response`: its status, its headers and its body as a stream. The headers of a content coding that `fetch`
   * has decoded are left out.
   * @throws {TypeError} if it was already read, is `Response.error()`, or is not a response
   */
  static fromWeb(response: Response): HttpResponse {
    if (!(response?.status >= 200))
      throw new TypeError('Only an HttpResponse or a web Response with a status can be sent');
    if (response.bodyUsed) throw new TypeError('The Response was read already, so it cannot be sent');
    const headers: string[] = [];
    const isDecoded = isDecodedByFetch(response);
    for (const [name, value] of response.headers) {
      if (!isDecoded) headers.push(name, value);
      // The strong tag is that of the coded bytes (RFC 9110 §8.8.3).
      else if (name === 'etag') headers.push(name, value.startsWith('"') ? `W/${value}` : value);
      else if (!CODING_HEADERS.includes(name)) headers.push(name, value);
    }
    return new HttpResponse(response.status, headers, response.body);
  }

  /** Creates a response with a JSON value as `application/json`. */
  static json(value: unknown, status = 200): HttpResponse {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`A ${typeof value} cannot be written as JSON`);
    return new HttpResponse(status, ['Content-Type', 'application/json; charset=utf-8'], text);
  }
}

// Only a response of `fetch` has a URL. It decodes a body if it knows all of its codings.
function isDecodedByFetch({ url, body, headers }: Response): boolean {
  const codings = headers.get('content-encoding')?.toLowerCase().split(',') ?? [];
  return url !== '' && body !== null && codings.length > 0 && codings.every((coding) => DECODED.has(coding.trim()));
}

const DECODED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);
const CODING_HEADERS: readonly string[] = ['content-encoding', 'content-length', 'content-digest'];

/** Returns whether a body is a file, or other bytes with ranges. */
export function isFileBody(body: ResponseBody): body is FileBody {
  return body !== null && typeof body === 'object' && 'file' in body;
}
