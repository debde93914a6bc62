import { toSeconds, InternalServerError } from 'oriel-core/http';
import type { Duration, HttpContext } from 'oriel-core/http';
import { withDefaults } from 'oriel-core/configuration';
import { HUB_SETTINGS } from './hub-config.ts';
import type { Dialect, HubCommon, HubConfig } from './hub-config.ts';
import { listDialects } from './hub-options.ts';
import type { TokenWish } from './hub-tokens.ts';

/** Returns the cookie name of a dialect. */
export function cookieName(dialect: Dialect, secure: boolean): string {
  if (dialect === 'earlier') return 'mercureAuthorization';
  return secure ? '__Secure-mercure_access_token' : 'mercure_access_token';
}

/** Returns true if the cookie needs the attribute `Secure`: clients use the hub over TLS, even if a proxy terminates it. */
export function isSecure({ publicUrl }: HubConfig, { scheme }: Pick<HttpContext, 'scheme'>): boolean {
  return publicUrl === undefined ? scheme === 'https' : publicUrl.startsWith('https:');
}

/** What issues the tokens of cookies: a hub in the host, or an external one. */
export interface CookieIssuer {
  readonly config: HubConfig;
  urlFor(context: HttpContext): string;
  issueToken(wish: TokenWish, context: HttpContext): string;
}

/**
 * Returns a `Set-Cookie` value with a token for each dialect of a hub, or for that of the wish.
 *
 * @throws {InternalServerError} if cookies of this host are not sent to the host of the hub
 */
export function hubCookies(hub: CookieIssuer, wish: TokenWish, context: HttpContext): readonly string[] {
  const lifetime = wish.lifetime ?? withDefaults(HUB_SETTINGS, hub.config as HubCommon).tokenLifetime;
  const dialects = wish.dialect === undefined ? listDialects(hub.config) : [wish.dialect];
  const url = hub.urlFor(context);
  return dialects.map((dialect) => {
    const token = hub.issueToken({ ...wish, dialect, lifetime }, context);
    return hubCookie(hub.config, context, { dialect, token, lifetime, url });
  });
}

// `HttpOnly`, and sent to the path of the hub only.
function hubCookie(
  config: HubConfig,
  context: HttpContext,
  { dialect, token, lifetime, url }: { dialect: Dialect; token: string; lifetime: Duration; url: string },
): string {
  const secure = isSecure(config, context);
  const { hostname, pathname } = new URL(url);
  const domain = config.cookie?.domain ?? sharedDomain(hostname, context.host);
  if (domain === undefined)
    throw new InternalServerError(
      `Cookies of "${context.host}" are not sent to the hub on "${hostname}"; set hub.cookie.domain to a domain that both share`,
    );
  return [
    `${cookieName(dialect, secure)}=${token}`,
    ...(domain === '' ? [] : [`Domain=${domain}`]),
    `Path=${pathname}`,
    `Max-Age=${toSeconds(lifetime)}`,
    ...(secure ? ['Secure'] : []),
    'HttpOnly',
    'SameSite=Strict',
  ].join('; ');
}

/** Returns true if cookies set by `host` are sent to the hub. */
export function isCookieSentToHub({ cookie }: HubConfig, hub: string, host: string): boolean {
  const domain = cookie?.domain?.replace(/^\./, '');
  if (domain === undefined) return sharedDomain(hub, host) !== undefined;
  return [hub, host].every((name) => name === domain || name.endsWith(`.${domain}`));
}

// Returns '' for the same host, or the parent domain. A shared parent of siblings would need the public suffix list.
function sharedDomain(hub: string, host: string): string | undefined {
  if (hub === host) return '';
  return host.endsWith(`.${hub}`) ? hub : hub.endsWith(`.${host}`) ? host : undefined;
}
