import type { Duration } from 'oriel-core/http';
import type { RequestView } from '../../http/request-view.ts';

/**
 * Decides whether pages of an origin may read responses; only `true` allows it. Never called with `null` or with a value
 * that is not an origin.
 */
export type OriginTest = (origin: string, request: RequestView) => boolean | PromiseLike<boolean>;

/**
 * One origin as browsers send it (`https://app.example.com`), all subdomains (`https://*.example.com`), all ports
 * (`http://localhost:*`), `null`, a regular expression that matches the whole origin, or a function.
 */
export type OriginRule = string | RegExp | OriginTest;

/** Which origins may send which requests and read which responses. */
export interface CorsRule {
  /**
   * Origins whose pages may read responses; `'*'` for all, which excludes `credentials`.
   * @default `origins` of the host
   */
  readonly origins?: OriginRule | readonly OriginRule[];
  /**
   * Whether pages may send cookies and read the response.
   * @default false
   */
  readonly credentials?: boolean;
  /**
   * Allowed methods; `'*'` for any.
   * @default ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']
   */
  readonly methods?: '*' | readonly string[];
  /**
   * Allowed request headers; `'*'` for any. `{ add: ['x-own'] }` adds to the default; a list replaces it.
   * @default the headers that Oriel and authenticators read and, with credentials, `X-CSRF-Token`
   */
  readonly headers?: '*' | readonly string[] | AddedHeaders;
  /**
   * Response headers that pages may read, in addition to the safelisted ones.
   * @default the headers that Oriel sends
   */
  readonly expose?: '*' | readonly string[];
  /**
   * How long browsers may cache the response to a preflight request, in whole seconds.
   * @default '1 h'
   */
  readonly maxAge?: Duration;
  /**
   * Whether public pages may send requests to a host in a private network.
   * @default false
   */
  readonly privateNetwork?: boolean;
}

/** Request headers that are allowed in addition to the default. */
export interface AddedHeaders {
  readonly add: readonly string[];
}

/** A rule for a path and everything below it. It inherits what it does not set from the general rule. */
export interface CorsPathRule extends CorsRule {
  /** The path; the rule applies to everything below it as well. */
  readonly path: string;
}

/** The general rule and rules for paths. The first path that matches applies, otherwise the general rule. */
export interface CorsConfig extends CorsRule {
  /**
   * Rules for paths. The first one whose path matches applies, otherwise the general rule.
   * @default []
   */
  readonly paths?: readonly CorsPathRule[];
}

export const DEFAULT_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];

// Accept is listed because a media type with a profile has characters that require permission (Fetch, "CORS-unsafe
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

/** How long browsers may cache the response to a preflight request, in milliseconds. */
export const DEFAULT_MAX_AGE = 3_600_000;
