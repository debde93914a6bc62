/** The cache directives of a response (RFC 9111 §5.2.2); times in seconds. */
export interface CacheRules {
  /** Whether shared caches may store the response. */
  readonly public?: boolean;
  readonly maxAge?: number;
  /** The lifetime in shared caches; makes the response public. */
  readonly sharedMaxAge?: number;
  readonly staleWhileRevalidate?: number;
  readonly noStore?: boolean;
}

/** The default value: a private cache may store the response, but must revalidate it before each use. */
export const DEFAULT_CACHE_CONTROL = 'no-cache, private';

/**
 * Formats a `Cache-Control` header, its directives in alphabetical order.
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
    // Without a lifetime, caches must revalidate each time, which the entity tag makes cheap.
    ...(maxAge === undefined && sharedMaxAge === undefined ? ['no-cache'] : []),
    shared ? 'public' : 'private',
    ...(sharedMaxAge === undefined ? [] : [`s-maxage=${sharedMaxAge}`]),
    ...(staleWhileRevalidate === undefined ? [] : [`stale-while-revalidate=${staleWhileRevalidate}`]),
  ];
  return directives.join(', ');
}
