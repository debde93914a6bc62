import type { Route } from './route.ts';

/** What the matchers read of a request. The object is never copied. */
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

/** A matched route and its parameters: the defaults, overridden by the values in the path. `params` may be shared between requests; do not change it. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: Record<string, unknown>;
}

/** The request would match with or without a trailing slash, or with another scheme. */
export interface RouteRedirect extends RouteMatch {
  /** An absolute URL, with the query of the request. */
  readonly redirect: string;
  readonly status: 301;
}
