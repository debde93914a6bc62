import type { HttpError } from './http-errors.ts';

/** Read access to the request headers. Names are in lower case. */
export interface RequestHeaders {
  /** Returns the value, several values joined as in Node.js and the Fetch standard; undefined if absent. */
  get(name: string): string | undefined;
  has(name: string): boolean;
  /** Iterates over all header lines in the order received, names as sent. */
  [Symbol.iterator](): Iterator<[name: string, value: string]>;
  /** The same as a flat list of names and values, if the connection provides one. */
  readonly list?: readonly string[] | undefined;
}

/** The body of a request: it can be read once, as a stream or as a whole. */
export interface RequestBody {
  /** Whether there is a body. Also true for a chunked body that turns out to be empty. */
  readonly present: boolean;
  /** The value of Content-Length in bytes, if it was sent. */
  readonly length: number | undefined;
  /** Milliseconds spent waiting for the client so far; undefined if the whole body was available at once. */
  readonly waited?: number | undefined;
  /** Sets the limit of this body in bytes, in place of the host's limit. Must be called before the body is read. */
  limitTo?(bytes: number): void;
  /**
   * Reads the whole body.
   * @throws {ContentTooLargeError} if it exceeds the limit
   * @throws {RequestTimeoutError} if the client sends too slowly
   * @throws {BadRequestError} if the client aborts
   */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body as UTF-8. @throws {BadRequestError} on invalid UTF-8 */
  text(): Promise<string>;
  /**
   * Returns the text of a body that has arrived completely and is unread; undefined if it must be awaited.
   * `readText` supports both cases.
   * @throws {BadRequestError} on invalid UTF-8
   */
  arrivedText?(): string | undefined;
  /**
   * Reads until `enough` returns true for a chunk, or to the end. The rest stays unread until the whole body is requested;
   * the chunks that were read are kept for that. Bodies without this method are complete anyway.
   * @throws as {@link bytes}
   */
  until?(enough: (piece: Uint8Array) => boolean): Promise<void>;
  /** Returns the body as a stream with back-pressure. */
  stream(): ReadableStream<Uint8Array>;
}

/**
 * A request as it was received, from a socket or as a web `Request`. The rest of the code uses only this interface.
 */
export interface IncomingRequest {
  readonly method: string;
  /** The request target as sent: `/path?query`, `http://host/path`, `*`. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Every `Host` header that was sent (there must be one); empty for none. */
  readonly hostLines: readonly string[];
  readonly scheme: 'http' | 'https';
  /** '1.0', '1.1', '2' */
  readonly version: string;
  /** The address of the client, after the headers of trusted proxies were evaluated. */
  readonly ip: string;
  /** The address of the peer of the connection, regardless of headers; undefined without a connection. */
  readonly peer?: string | undefined;
  /** The header that `ip`, `scheme` and `hostLines` come from, if a trusted proxy sent it. */
  readonly clientBecause?: string | undefined;
  readonly body: RequestBody;
  /** The error of a request that was invalid when it was received (URL too long, unknown expectation …); thrown inside the pipeline. */
  readonly problem?: HttpError | undefined;
  /** Aborted when the client disconnects. `HttpContext.signal` is also aborted at the time limit and for event streams of a server that stops. */
  readonly signal: AbortSignal;
  /** Aborts the signal if it was created, for example at the time limit. */
  abort?(reason: unknown): void;
  /** Sends a 103 Early Hints response, if the protocol supports it. */
  earlyHints(links: readonly string[]): void;
  /** Returns the request as a web `Request`, created on first use. */
  toRequest(url: string): Request;
}
