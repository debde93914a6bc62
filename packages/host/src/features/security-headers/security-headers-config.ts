import type { Duration } from 'oriel-core/http';
import { boolean, choice, duration, either, formatValue, group, text } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';

/** Security headers of responses. `false` omits a header; headers that a handler sets are kept. */
export interface SecurityHeadersConfig {
  /**
   * `frame-ancestors` of the Content-Security-Policy of pages, including the quotes.
   * @default "'none'"
   */
  readonly frames?: string | false;
  /**
   * `Cross-Origin-Resource-Policy`: which sites may embed a response without CORS.
   * @default 'same-origin'
   */
  readonly resources?: 'same-origin' | 'same-site' | 'cross-origin' | false;
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

const CODE = 'ORIEL_SECURITY_HEADERS';
const off = choice([false]);
const TAG =
  /^(?:[\w-]+: ?)?(?:(?:all|noindex|nofollow|none|noarchive|nosnippet|noimageindex|notranslate|indexifembedded|max-(?:snippet|video-preview): ?-?\d+|max-image-preview: ?(?:none|standard|large)|unavailable_after: ?[\w ,:+-]+)(?:, ?|$))+$/;

const HSTS_SETTINGS = {
  maxAge: duration({ isRequired: true, wholeSeconds: true }),
  subdomains: boolean({ default: false }),
  preload: boolean({ default: false }),
} satisfies Settings<HstsConfig>;

export const SECURITY_HEADERS_SETTINGS = {
  frames: either([off, text({ matches: /^(?:'none'|'self'|[\w*'.:/-]+(?: [\w*'.:/-]+)*)$/ })], {
    default: "'none'",
    fix: `Use "'none'", "'self'" or origins, or false`,
  }),
  resources: choice([false, 'same-origin', 'same-site', 'cross-origin'], {
    default: 'same-origin',
    code: CODE,
    fix: "Use 'same-origin', 'same-site' or 'cross-origin', or false",
  }),
  hsts: group(HSTS_SETTINGS, { code: CODE, fix: "hsts: { maxAge: '365 d' }" }),
} satisfies Settings<SecurityHeadersConfig>;

export const ROBOTS = text({
  matches: TAG,
  code: 'ORIEL_ROBOTS',
  reason: (tag) => `${formatValue(tag)} is not a valid X-Robots-Tag`,
  fix: "Use robots: 'noindex', or 'nofollow', 'none', 'nosnippet' or several of them with commas",
});

/** The part of the host's configuration that security headers depend on. */
export interface SecurityHeadersSettings {
  readonly robots?: string;
  readonly securityHeaders?: boolean | SecurityHeadersConfig;
}
