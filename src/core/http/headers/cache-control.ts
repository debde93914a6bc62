/** What an answer says about being kept (RFC 9111 §5.2.2); times in seconds. */
export interface CacheRules {
  /** May caches that many people share keep it? */
  readonly public?: boolean;
  readonly maxAge?: number;
  /** For shared caches; makes it public. */
  readonly sharedMaxAge?: number;
  readonly staleWhileRevalidate?: number;
  readonly noStore?: boolean;
}

/** The default value: a private cache may store the response, but must revalidate it before each use. */
export const DEFAULT_CACHE_CONTROL = 'no-cache, private';

/**
 * The value of Cache-Control, its directives in alphabetical order.
 *
 * @example
 * ```ts
 * import { cacheControl } from 'oriel/http';
 * cacheControl({ public: true, maxAge: 60 }); // => 'max-age=60, public'
 * cacheControl({}); // => 'no-cache, private'
 * ```
 */
export function cacheControl(rules: CacheRules): string {
  if (rules.noStore === true) return 'no-store';
  const { maxAge, sharedMaxAge, staleWhileRevalidate } = rules;
  const shared = rules.public ?? sharedMaxAge !== undefined;
  const directives = [
    ...(maxAge === undefined ? [] : [`max-age=${maxAge}`]),
    // Nothing says how long it holds: then it is asked for each time, and the tag makes that cheap.
    ...(maxAge === undefined && sharedMaxAge === undefined ? ['no-cache'] : []),
    shared ? 'public' : 'private',
    ...(sharedMaxAge === undefined ? [] : [`s-maxage=${sharedMaxAge}`]),
    ...(staleWhileRevalidate === undefined ? [] : [`stale-while-revalidate=${staleWhileRevalidate}`]),
  ];
  return directives.join(', ');
}
