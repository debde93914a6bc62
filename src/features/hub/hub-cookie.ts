import type { HttpContext } from '../../core/http/context.ts';
import { InternalServerError } from '../../core/http/errors.ts';
import type { Dialect, HubConfig } from './hub-config.ts';

/** What the cookie of a dialect is called. */
export function cookieName({ cookie = {} }: HubConfig, dialect: Dialect, secure: boolean): string {
  if (dialect === 'earlier') return cookie.earlierName ?? 'mercureAuthorization';
  return cookie.name ?? (secure ? '__Secure-mercure_access_token' : 'mercure_access_token');
}

/** Does the cookie have to be sent over TLS alone? Where clients use the hub over TLS, whatever the host itself sees of it. */
export function isSecure({ cookie = {}, publicUrl }: HubConfig, { scheme }: Pick<HttpContext, 'scheme'>): boolean {
  return cookie.secure ?? (publicUrl === undefined ? scheme === 'https' : publicUrl.startsWith('https:'));
}

/**
 * The `Set-Cookie` line that gives the browser a token for the hub: out of reach for scripts, and sent to the hub alone.
 *
 * @param url the address of the hub as the browser knows it
 * @throws {InternalServerError} when the hub is on a host that cookies of this one are not sent to
 */
export function hubCookie(
  config: HubConfig,
  context: HttpContext,
  { dialect, token, lifetime, url }: { dialect: Dialect; token: string; lifetime: number; url: string },
): string {
  const secure = isSecure(config, context);
  const { hostname, pathname } = new URL(url);
  const domain = config.cookie?.domain ?? sharedDomain(hostname, context.host);
  if (domain === undefined)
    throw new InternalServerError(
      `No cookie of "${context.host}" reaches the hub on "${hostname}"; set hub.cookie.domain to a domain they share`,
    );
  return [
    `${cookieName(config, dialect, secure)}=${token}`,
    ...(domain === '' ? [] : [`Domain=${domain}`]),
    `Path=${pathname}`,
    `Max-Age=${lifetime}`,
    ...(secure ? ['Secure'] : []),
    'HttpOnly',
    'SameSite=Strict',
  ].join('; ');
}

/** Does a cookie that a page on `host` gets reach the hub? */
export function cookieReach({ cookie }: HubConfig, hub: string, host: string): boolean {
  const domain = cookie?.domain?.replace(/^\./, '');
  if (domain === undefined) return sharedDomain(hub, host) !== undefined;
  return [hub, host].every((name) => name === domain || name.endsWith(`.${domain}`));
}

// The same host needs none; a host above may be named. What they share beside that only a list of all public suffixes tells.
function sharedDomain(hub: string, host: string): string | undefined {
  if (hub === host) return '';
  return host.endsWith(`.${hub}`) ? hub : hub.endsWith(`.${host}`) ? host : undefined;
}
