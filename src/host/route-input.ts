import type { HttpResponse, RequestBody, RequestHeaders } from '../http/index.ts';
import type { RequestContext, UrlFor } from '../kernel/index.ts';
import type { LogLevel } from '../trace/index.ts';

/** What a `handle` function is called with; see `HandlerInput`, which does it. */
export interface RouteInput<Params, Query, Body> {
  /** The path parameters; strings, unless a `params` schema made something else of them. */
  readonly params: Params;
  /** The query parameters; a name that came twice is a list. With a `query` schema, what it made of them. */
  readonly query: Query;
  /** The validated body, when there is a `body` schema. */
  readonly body: Body;
  /** The body as it arrives, for routes without a `body` schema. */
  readonly payload: RequestBody;
  readonly headers: RequestHeaders;
  /** The web `Request`, built on first use. */
  readonly request: Request;
  /** Aborted when the client goes away or the time is up. */
  readonly signal: AbortSignal;
  /** Address of the client. */
  readonly ip: string;
  /** The host name the request was sent to. */
  readonly host: string;
  /** The URL of a route, absolute unless `absolute` is false. */
  readonly urlFor: UrlFor;
  /** Lets the same host answer another request, such as "GET /cities/7", and gives its response. */
  readonly forward: (target: string, body?: unknown) => Promise<HttpResponse>;
  /** Writes to the log of this request. */
  readonly log: (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void;
  /** Sends a 103 Early Hints with these `Link` values, where the protocol can (RFC 8297). */
  readonly earlyHints: (...links: string[]) => void;
  readonly context: RequestContext;
}
