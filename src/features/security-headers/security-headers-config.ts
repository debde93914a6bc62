/** Security headers of responses. `false` omits a header; headers that a handler sets are kept. */
export interface SecurityHeadersConfig {
  /** `frame-ancestors` of the Content-Security-Policy of pages. Default `"'none'"`, including the quotes. */
  readonly frames?: string | false;
  /** `Referrer-Policy` of pages. Default `no-referrer`. */
  readonly referrer?: string | false;
  /** `Cross-Origin-Resource-Policy`: which sites may embed a response without CORS. Default `same-origin`. */
  readonly resources?: 'same-origin' | 'same-site' | 'cross-origin' | false;
  /** `Cross-Origin-Opener-Policy` of pages. Default `same-origin`. */
  readonly openers?: 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none' | false;
  /** `Strict-Transport-Security` over https, in seconds. Default none: browsers enforce it for that time. */
  readonly hsts?: { readonly maxAge: number; readonly subdomains?: boolean; readonly preload?: boolean };
}

/** The part of the host's configuration that security headers depend on. */
export interface SecurityHeadersSettings {
  readonly methodOverride?: boolean | { readonly header?: string };
  readonly robots?: string | readonly { readonly path: string; readonly tag: string }[];
  readonly securityHeaders?: boolean | SecurityHeadersConfig;
  /** The CORS configuration, not validated yet. */
  readonly cors?: unknown;
}
