import type { Route } from './route.ts';

/** What the matchers read of a request. Hand over the live object; it is never copied. */
export interface RequestContext {
  readonly method: string;
  readonly scheme: string;
  /** In lower case, without a port. */
  readonly host: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly httpPort?: number;
  readonly httpsPort?: number;
}

/** A route and the values its path gave, over its defaults. Treat `params` as read-only: it may be shared. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: Record<string, unknown>;
}

/** The request would match elsewhere: with or without a slash at the end, or under another scheme. */
export interface RouteRedirect extends RouteMatch {
  /** An absolute URL, the query as it was sent. */
  readonly redirect: string;
  readonly status: 301;
}
