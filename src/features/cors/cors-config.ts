import type { RequestView } from '../../core/http/request-view.ts';

/** Says whether the pages of an origin may read; only `true` admits. Never asked about `null`, nor about what is no origin. */
export type OriginTest = (origin: string, request: RequestView) => boolean | PromiseLike<boolean>;

/**
 * One origin as browsers write it (`https://app.example.com`), every one below a name (`https://*.example.com`), every
 * port (`http://localhost:*`), `null` by name, a regular expression that says all of it, or a function.
 */
export type OriginRule = string | RegExp | OriginTest;

/** Which pages of other origins may do what. */
export interface CorsRule {
  /** Whose pages may read the answers; `'*'` for everybody's, and then without credentials. */
  readonly origins?: OriginRule | readonly OriginRule[];
  /** May they send cookies and read what comes back? Default false. */
  readonly credentials?: boolean;
  /** What they may send; `'*'` for any method. Default GET, HEAD, POST, PUT, PATCH, DELETE and QUERY. */
  readonly methods?: '*' | readonly string[];
  /**
   * Request headers they may set; `'*'` for any. The default is those that Oriel itself understands, the headers of
   * authenticators, and, with credentials, `X-CSRF-Token`. `{ add: ['x-own'] }` adds to them; a list replaces them.
   */
  readonly headers?: '*' | readonly string[] | AddedHeaders;
  /** Response headers they may read beyond the few that everybody may. Default those that Oriel itself sends. */
  readonly expose?: '*' | readonly string[];
  /** Seconds for which a browser need not ask again. Default 3,600. */
  readonly maxAge?: number;
  /** May public pages ask a host in a private network? Default false. */
  readonly privateNetwork?: boolean;
}

/** Request headers beside those that would be allowed without them. */
export interface AddedHeaders {
  readonly add: readonly string[];
}

/** A rule for a path and everything below it; what it does not say, the rule around it says. */
export interface CorsPathRule extends CorsRule {
  readonly path: string;
}

/** The rule for every path, and before it rules for some: the first that fits counts. */
export interface CorsConfig extends CorsRule {
  readonly paths?: readonly CorsPathRule[];
}

export const DEFAULT_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];

// Accept is among them because a media type with a profile makes it one that must be allowed (Fetch, "CORS-unsafe
// request-header byte").
export const DEFAULT_HEADERS: readonly string[] = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
];

export const DEFAULT_EXPOSED: readonly string[] = [
  'Content-Location',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
  'X-Total-Count',
];

/** Seconds for which a preflight holds. */
export const DEFAULT_MAX_AGE = 3_600;
