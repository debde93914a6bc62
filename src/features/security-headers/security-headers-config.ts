/** What browsers are told not to do with answers; `false` leaves a header out, and what a handler says itself stays. */
export interface SecurityHeadersConfig {
  /** Who may show a page in a frame, in the words of `frame-ancestors`. Default `'none'`, with its quotes. */
  readonly frames?: string | false;
  /** `Referrer-Policy` of pages. Default `no-referrer`. */
  readonly referrer?: string | false;
  /** `Cross-Origin-Resource-Policy`: who may embed an answer without asking. Default `same-origin`. */
  readonly resources?: 'same-origin' | 'same-site' | 'cross-origin' | false;
  /** `Cross-Origin-Opener-Policy` of pages. Default `same-origin`. */
  readonly openers?: 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none' | false;
  /** `Strict-Transport-Security` over https, in seconds. Default none: it binds a name for as long, and cannot be taken back. */
  readonly hsts?: { readonly maxAge: number; readonly subdomains?: boolean; readonly preload?: boolean };
}

/** The part of the host's configuration that security headers depend on. */
export interface SecurityHeadersSettings {
  readonly methodOverride?: boolean | { readonly header?: string };
  readonly robots?: string | readonly { readonly path: string; readonly tag: string }[];
  readonly securityHeaders?: boolean | SecurityHeadersConfig;
  /** Which methods and headers CORS allows; unknown until it is validated. */
  readonly cors?: unknown;
}
