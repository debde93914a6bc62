import type { PushedBody } from './pushed-body.ts';
import { ResponseHeaders } from './response-headers.ts';

/** The body of a response: text, bytes, a stream of bytes, a range of a file, a pushed body, or none. */
export type ResponseBody = string | Uint8Array | ReadableStream<Uint8Array> | FileBody | PushedBody | null;

/** A file that is sent as a whole or in ranges; opened when the first byte is sent. */
export interface FileBody {
  readonly file: string;
  /** The first byte and the number of bytes to send. */
  readonly start: number;
  readonly length: number;
}

/** A response that can be changed until it is sent. Cheaper to create than a web `Response`. */
export class HttpResponse {
  status: number;
  headers: ResponseHeaders;
  body: ResponseBody;
  /** Whether ETags include the content coding: a compressed body then keeps a strong tag, with the coding as its suffix. */
  tagTellsCoding = false;

  constructor(status: number, headers: string[] = [], body: ResponseBody = null) {
    this.status = status;
    this.headers = new ResponseHeaders(headers);
    this.body = body;
  }

  /**
   * Converts a web `Response`: its status, its headers and its body as a stream.
   * @throws {TypeError} if it was already read, is `Response.error()`, or is not a response
   */
  static fromWeb(response: Response): HttpResponse {
    if (!(response?.status >= 200))
      throw new TypeError('Only an HttpResponse or a web Response with a status can be sent');
    if (response.bodyUsed) throw new TypeError('The Response was read already, so it cannot be sent');
    const headers: string[] = [];
    for (const [name, value] of response.headers) headers.push(name, value);
    return new HttpResponse(response.status, headers, response.body);
  }

  /** Creates a response with a JSON value as `application/json`. */
  static json(value: unknown, status = 200): HttpResponse {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`A ${typeof value} cannot be written as JSON`);
    return new HttpResponse(status, ['Content-Type', 'application/json; charset=utf-8'], text);
  }
}

/** Returns whether a body is a range of a file. */
export function isFileBody(body: ResponseBody): body is FileBody {
  return body !== null && typeof body === 'object' && 'file' in body;
}
