import type { PushedBody } from './pushed-body.ts';
import { ResponseHeaders } from './response-headers.ts';

/** What a response may carry: text, bytes, a stream of bytes, a file's window, a body that writes itself, or nothing. */
export type ResponseBody = string | Uint8Array | ReadableStream<Uint8Array> | FileBody | PushedBody | null;

/** A file that is sent as a whole or in ranges; opened only when the first byte is wanted. */
export interface FileBody {
  readonly file: string;
  /** First byte and number of bytes of the window to send. */
  readonly start: number;
  readonly length: number;
}

/** The answer on its way out: mutable until it is sent, cheap to make, and no web `Response` until somebody asks. */
export class HttpResponse {
  status: number;
  headers: ResponseHeaders;
  body: ResponseBody;
  /** Whoever compares the ETag knows codings: a coded body keeps its tag strong, with the coding at its end. */
  tagTellsCoding = false;

  constructor(status: number, headers: string[] = [], body: ResponseBody = null) {
    this.status = status;
    this.headers = new ResponseHeaders(headers);
    this.body = body;
  }

  /**
   * Takes over a web `Response`: its status, its headers and its body as a stream.
   * @throws {TypeError} when it was read already, is `Response.error()`, or is no response at all
   */
  static fromWeb(response: Response): HttpResponse {
    if (!(response?.status >= 200))
      throw new TypeError('Only an HttpResponse or a web Response with a status can be sent');
    if (response.bodyUsed) throw new TypeError('The Response was read already, so it cannot be sent');
    const headers: string[] = [];
    for (const [name, value] of response.headers) headers.push(name, value);
    return new HttpResponse(response.status, headers, response.body);
  }

  /** Any JSON value as `application/json`. */
  static json(value: unknown, status = 200): HttpResponse {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`A ${typeof value} cannot be written as JSON`);
    return new HttpResponse(status, ['Content-Type', 'application/json; charset=utf-8'], text);
  }
}

/** Is this body a file's window? */
export function isFileBody(body: ResponseBody): body is FileBody {
  return body !== null && typeof body === 'object' && 'file' in body;
}
