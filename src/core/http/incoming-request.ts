import type { HttpError } from './errors.ts';

/** The request headers, as questions. Names are asked for in lower case. */
export interface RequestHeaders {
  /** The value, several joined as Node and the Fetch standard join them; undefined when absent. */
  get(name: string): string | undefined;
  has(name: string): boolean;
  /** Every header line in the order received, names as sent. */
  [Symbol.iterator](): Iterator<[name: string, value: string]>;
  /** The same, names and values in turn, where they are kept so. */
  readonly list?: readonly string[] | undefined;
}

/** The body of a request: read once, as a stream or whole. */
export interface RequestBody {
  /** Is there one? True also for a chunked body that will turn out empty. */
  readonly present: boolean;
  /** Bytes announced by Content-Length, if they were. */
  readonly length: number | undefined;
  /** Milliseconds for which the client was waited for so far; undefined if the body was there at once. */
  readonly waited?: number | undefined;
  /** Sets the limit of this body in bytes, instead of that of the host. Called before the body is read. */
  limitTo?(bytes: number): void;
  /**
   * All of it.
   * @throws {ContentTooLargeError} beyond the limit
   * @throws {RequestTimeoutError} when it comes too slowly
   * @throws {BadRequestError} when the client breaks off
   */
  bytes(): Promise<Uint8Array>;
  /** The same, decoded as UTF-8. @throws {BadRequestError} on invalid UTF-8 */
  text(): Promise<string>;
  /**
   * The same at once, when all of it has arrived and nobody has begun to read; undefined when it has to be waited for.
   * {@link readText} asks both.
   * @throws {BadRequestError} on invalid UTF-8
   */
  arrivedText?(): string | undefined;
  /**
   * Reads on until `enough` says of a piece that it is, or the end; the rest stays with the client until somebody asks for all of it.
   * What has come is kept for them. A body without this one is there as a whole anyway.
   * @throws what {@link bytes} throws
   */
  until?(enough: (piece: Uint8Array) => boolean): Promise<void>;
  /** As it arrives, with back-pressure. */
  stream(): ReadableStream<Uint8Array>;
}

/**
 * One request as the edge heard it. Two edges exist, a socket and a web `Request`; everything inside sees only this.
 */
export interface IncomingRequest {
  readonly method: string;
  /** The request target as sent: `/path?query`, `http://host/path`, `*`. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Every `Host` line heard (there must be one); empty for none. */
  readonly hostLines: readonly string[];
  readonly scheme: 'http' | 'https';
  /** '1.0', '1.1', '2' */
  readonly version: string;
  /** Address of the client, after trusted proxies were asked. */
  readonly ip: string;
  /** Address at the other end of the connection, whatever any header says; undefined when there is no connection. */
  readonly peer?: string | undefined;
  /** Whose word `ip`, `scheme` and `hostLines` are, when proxies are asked. */
  readonly clientBecause?: string | undefined;
  readonly body: RequestBody;
  /** What is wrong with the request as it was heard (URL too long, unknown expectation …); thrown inside the pipeline. */
  readonly problem?: HttpError | undefined;
  /** Aborted when the client goes away or the host stops; `HttpContext.signal` knows also when the time is up. */
  readonly signal: AbortSignal;
  /** Aborts the signal, if anybody has asked for it: when the time is up, say. */
  abort?(reason: unknown): void;
  /** Sends a 103 Early Hints, where the protocol can. */
  earlyHints(links: readonly string[]): void;
  /** The same as a web `Request`, made on first demand. */
  toRequest(url: string): Request;
}
