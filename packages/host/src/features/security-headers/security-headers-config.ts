import type { Duration } from 'oriel-core/http';

/** Security headers of responses. `false` omits a header; headers that a handler sets are kept. */
export interface SecurityHeadersConfig {
  /**
   * `frame-ancestors` of the Content-Security-Policy of pages, including the quotes.
   * @default "'none'"
   */
  readonly frames?: string | false;
  /**
   * `Referrer-Policy` of pages.
   * @default 'no-referrer'
   */
  readonly referrer?: string | false;
  /**
   * `Cross-Origin-Resource-Policy`: which sites may embed a response without CORS.
   * @default 'same-origin'
   */
  readonly resources?: 'same-origin' | 'same-site' | 'cross-origin' | false;
  /**
   * `Cross-Origin-Opener-Policy` of pages.
   * @default 'same-origin'
   */
  readonly openers?: 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none' | false;
  /**
   * `Strict-Transport-Security` over https. Browsers enforce it for the whole `maxAge`.
   * @default none
   */
  readonly hsts?: HstsConfig;
}

/** HTTP Strict Transport Security (RFC 6797). */
export interface HstsConfig {
  /** How long browsers use only https for the host, in whole seconds: `'365 d'`. */
  readonly maxAge: Duration;
  /**
   * Whether it applies to all subdomains.
   * @default false
   */
  readonly subdomains?: boolean;
  /**
   * Whether the host may be listed in browsers; needs `subdomains` and a `maxAge` of at least a year.
   * @default false
   */
  readonly preload?: boolean;
}

/** The header that overrides the method of a POST. */
export interface MethodOverrideConfig {
  /**
   * The name of the header, which starts with `X-`.
   * @default 'X-HTTP-Method-Override'
   */
  readonly header?: string;
}

/** The value of `X-Robots-Tag` for a path. */
export interface RobotsRule {
  /** The path; everything below is included. */
  readonly path: string;
  /** The value, such as `noindex`. */
  readonly tag: string;
}

/** The part of the host's configuration that security headers depend on. */
export interface SecurityHeadersSettings {
  readonly methodOverride?: boolean | MethodOverrideConfig;
  readonly robots?: string | readonly RobotsRule[];
  readonly securityHeaders?: boolean | SecurityHeadersConfig;
  /** The CORS configuration, not validated yet. */
  readonly cors?: unknown;
}
