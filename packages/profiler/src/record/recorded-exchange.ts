import type { RequestHeaders, HttpResponse } from 'oriel-core/http';
import type { Trace } from 'oriel-core/trace';

/**
 * What the recorder reads of a request and its response. The context of an Oriel host has these members, and so has a
 * request of any other server of Node.js.
 */
export interface RecordedExchange {
  readonly id: string;
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  readonly host: string;
  readonly path: string;
  /** The query without `?`. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** The address of the client. */
  readonly ip: string;
  readonly incoming: {
    readonly version: string;
    /** The address of the peer of the connection. */
    readonly peer?: string | undefined;
    /** The port that the connection was accepted at. */
    readonly localPort?: number | undefined;
    /** Why {@link RecordedExchange.ip} is the address of the client. */
    readonly clientBecause?: string | undefined;
  };
  readonly params: Readonly<Record<string, unknown>>;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly attributeCount: number;
  readonly route?: { readonly name: string; readonly data?: unknown } | undefined;
  /** What was thrown, if the request failed. */
  readonly error: unknown;
  readonly trace: Trace;
  /** The token of the profile, once it was assigned. */
  profileToken: string | undefined;
  /** The bodies that the recorder captures. */
  profileBodies: unknown;
  /** The view of the error. Not in a `WeakMap`, whose values survive until the next full garbage collection. */
  profileError: unknown;
  /** The place in the list of running requests; -1 if the request is not in it. */
  profilePlace: number;
}

/** What the recorder reads of a response. */
export interface RecordedResponseHead {
  readonly status: number;
  readonly headers: {
    get(name: string): string | undefined;
    [Symbol.iterator](): Iterator<[name: string, value: string]>;
  };
  /** The body, unless it was captured while it was sent. */
  readonly body: HttpResponse['body'];
}
