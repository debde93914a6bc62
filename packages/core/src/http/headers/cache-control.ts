import { parseDuration, toSeconds } from '../duration.ts';
import type { Duration, DurationRange } from '../duration.ts';
import { memoizeText } from '../memoize-text.ts';

/** The cache directives of a response (RFC 9111 §5.2.2). Durations are whole seconds, in milliseconds or with a unit. */
export interface CacheRules {
  /** Whether shared caches may store the response. */
  readonly public?: boolean;
  /** The lifetime. */
  readonly maxAge?: Duration;
  /** The lifetime in shared caches; makes the response public. */
  readonly sharedMaxAge?: Duration;
  /** How long a stale response may be used while it is revalidated (RFC 5861 §3). */
  readonly staleWhileRevalidate?: Duration;
  readonly noStore?: boolean;
}

/** The default value: a private cache may store the response, but must revalidate it before each use. */
export const DEFAULT_CACHE_CONTROL = 'no-cache, private';

/**
 * Formats a `Cache-Control` header, its directives in alphabetical order.
 *
 * @throws {TypeError} if a duration is invalid or not whole seconds
 *
 * @example
 * ```ts
 * import { cacheControl } from 'oriel-host/http';
 * cacheControl({ public: true, maxAge: '1 min' }); // => 'max-age=60, public'
 * cacheControl({}); // => 'no-cache, private'
 * ```
 */
export function cacheControl(rules: CacheRules): string {
  for (const name of DURATIONS) {
    const duration = rules[name];
    if (duration !== undefined) parseDuration(duration, name, CACHE_DURATION);
  }
  return formatCacheControl(rules);
}

/** Formats directives whose durations were validated. */
export function formatCacheControl(rules: CacheRules): string {
  if (rules.noStore === true) return 'no-store';
  const { maxAge, sharedMaxAge, staleWhileRevalidate } = rules;
  const shared = rules.public ?? sharedMaxAge !== undefined;
  const directives = [
    ...(maxAge === undefined ? [] : [`max-age=${toSeconds(maxAge)}`]),
    // Without a lifetime, caches must revalidate each time, which the entity tag makes cheap.
    ...(maxAge === undefined && sharedMaxAge === undefined ? ['no-cache'] : []),
    shared ? 'public' : 'private',
    ...(sharedMaxAge === undefined ? [] : [`s-maxage=${toSeconds(sharedMaxAge)}`]),
    ...(staleWhileRevalidate === undefined ? [] : [`stale-while-revalidate=${toSeconds(staleWhileRevalidate)}`]),
  ];
  return directives.join(', ');
}

/**
 * Returns a `Cache-Control` value that only private caches may store (RFC 9111 §5.2.2.7), from one that shared caches may
 * store. Shared caches do not store responses to requests with `Authorization` (RFC 9111 §3.5), but they ignore other
 * credentials, such as a cookie or the header of an API key.
 *
 * @example
 * ```ts
 * import { privateCacheControl } from './cache-control.ts';
 * privateCacheControl('max-age=60, public'); // => 'max-age=60, private'
 * ```
 */
export const privateCacheControl = memoizeText(restrict, { entries: 64, length: 256 });

function restrict(value: string): string {
  const directives = value
    .split(',')
    .map((part) => part.trim())
    .filter((text) => !SHARED.test(text));
  const isPrivate = directives.some((directive) => /^(?:private|no-store)$/i.test(directive));
  return (isPrivate ? directives : [...directives, 'private'].sort()).join(', ');
}

/** The durations that cache directives accept. */
export const CACHE_DURATION: DurationRange = { wholeSeconds: true };

const DURATIONS = ['maxAge', 'sharedMaxAge', 'staleWhileRevalidate'] as const;
const SHARED = /^(?:public|s-maxage=.*|proxy-revalidate)$/i;
