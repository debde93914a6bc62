import type { RequestView } from '../../http/request-view.ts';
import { isToken } from 'oriel-core/http';
import { anything, boolean, choice, either, formatValue, group, list, text } from 'oriel-core/configuration';
import type { Setting, Settings } from 'oriel-core/configuration';

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

const DEFAULT_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];

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

const DEFAULT_EXPOSED: readonly string[] = [
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

/** A list of methods or header names. @param findFix returns the fix of a valid name that the list must not have */
function names(findFix: (name: string) => string | undefined, example: string): Setting<readonly string[], false> {
  const findIssue = (name: unknown): string | undefined =>
    typeof name !== 'string' || !isToken(name) || name === '*' ? example : findFix(name);
  const name = anything({
    accepts: (value) => findIssue(value) === undefined,
    code: 'ORIEL_CORS_WORD',
    reason: (value) => `${formatValue(value)} is not allowed`,
    fix: (value) => findIssue(value)!,
  });
  return list(name, { code: 'ORIEL_CORS_LIST', fix: example });
}

/** A list, or `'*'` for any. */
function namesOrAny(
  of: Setting<readonly string[], false>,
  example: string,
  defaultNames: readonly string[],
): Setting<'*' | readonly string[], true> {
  return either([choice(['*']), of], { default: defaultNames, code: 'ORIEL_CORS_LIST', fix: example });
}

const METHODS = "methods: ['GET', 'POST'], or '*' for any";
const HEADERS = "headers: ['Content-Type'], { add: ['X-Own'] }, or '*' for any";
const ADDED = "Give a list: headers: { add: ['X-Own'] }";
const EXPOSE = "expose: ['Link'], or '*' for all";

export const RULE_SETTINGS = {
  origins: anything(),
  credentials: boolean({ default: false }),
  methods: namesOrAny(names(findMethodFix, METHODS), METHODS, DEFAULT_METHODS),
  headers: either([choice(['*']), names(findHeaderFix, HEADERS), group({ add: names(findHeaderFix, ADDED) })], {
    code: 'ORIEL_CORS_LIST',
    fix: HEADERS,
  }),
  expose: namesOrAny(names(findExposedFix, EXPOSE), EXPOSE, DEFAULT_EXPOSED),
} satisfies Settings<CorsRule>;

const PATH_RULE_SETTINGS = {
  ...RULE_SETTINGS,
  path: text({
    isRequired: true,
    matches: /^\/[^?#*%]*$/,
    code: 'ORIEL_CORS_PATH',
    reason: (path) => `${formatValue(path)} is not a path`,
    fix: "Give a path prefix, such as '/api'; it includes everything below",
  }),
} satisfies Settings<CorsPathRule>;

export const CORS_SETTINGS = {
  ...RULE_SETTINGS,
  paths: list(group(PATH_RULE_SETTINGS, { code: 'ORIEL_CORS_PATHS', fix: "Use { path: '/api', origins: […] }" }), {
    default: [],
    code: 'ORIEL_CORS_PATHS',
    reason: () => 'It is not a list of rules',
    fix: "paths: [{ path: '/api', origins: ['https://app.example.com'] }]",
  }),
} satisfies Settings<CorsConfig>;

function findMethodFix(method: string): string | undefined {
  if (/^(?:connect|trace|track)$/i.test(method)) return 'Leave it out: no page can send it';
  const upperCase = method.toUpperCase();
  return method === upperCase ? undefined : `Write ${upperCase}: methods are case-sensitive`;
}

function findHeaderFix(name: string): string | undefined {
  if (/^cookie2?$/i.test(name)) return 'Leave it out: browsers send cookies themselves, with credentials: true';
  return FORBIDDEN.test(name) ? 'Leave it out: pages cannot set it' : undefined;
}

function findExposedFix(name: string): string | undefined {
  return /^set-cookie2?$/i.test(name) ? 'Leave it out: no page can read it' : undefined;
}

// Fetch, "forbidden request-header".
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;
