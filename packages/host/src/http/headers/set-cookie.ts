import { describeDurationIssue, toSeconds, isToken } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';

/** The attributes of a cookie (RFC 6265bis §4.1.2). */
export interface CookieAttributes {
  /** The cookie is sent with requests to this path and below. By default, the directory of the request that set it. */
  readonly path?: string | undefined;
  /** The cookie is also sent to the subdomains of this host. By default, only to the host that set it. */
  readonly domain?: string | undefined;
  /** The lifetime, in whole seconds; 0 deletes the cookie. By default, until the browser is closed. */
  readonly maxAge?: Duration | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
  readonly sameSite?: SameSite | undefined;
  /** Stores the cookie apart for each site that embeds this one (CHIPS); needs `secure`. */
  readonly partitioned?: boolean | undefined;
}

/** Which cross-site requests include the cookie. */
export type SameSite = 'strict' | 'lax' | 'none';

/**
 * Formats a `Set-Cookie` header (RFC 6265bis §4.1). Rejects a cookie that a browser would ignore or interpret
 * differently.
 *
 * @throws {TypeError} with the issue and the fix
 *
 * @example
 * ```ts
 * import { formatSetCookie } from 'oriel-host/http';
 * formatSetCookie('theme', 'dark', { path: '/', sameSite: 'lax' }); // => 'theme=dark; Path=/; SameSite=Lax'
 * formatSetCookie('__Host-id', 'x', { secure: true }); // THROWS requires Path=/
 * formatSetCookie('id', 'a b'); // THROWS
 * ```
 */
export function formatSetCookie(name: string, value: string, attributes: CookieAttributes = {}): string {
  const issue = findCookieIssue(name, value, attributes);
  if (issue !== undefined) throw new TypeError(`Cookie "${name.slice(0, 80)}" ${issue}`);
  const { path, domain, maxAge, secure, httpOnly, sameSite, partitioned } = attributes;
  let line = `${name}=${value}`;
  if (path !== undefined) line += `; Path=${path}`;
  if (domain !== undefined) line += `; Domain=${domain}`;
  if (maxAge !== undefined) line += `; Max-Age=${toSeconds(maxAge)}`;
  if (httpOnly === true) line += '; HttpOnly';
  if (secure === true) line += '; Secure';
  if (sameSite !== undefined) line += `; SameSite=${SAME_SITE[sameSite]}`;
  return partitioned === true ? `${line}; Partitioned` : line;
}

const SAME_SITE: Readonly<Record<SameSite, string>> = { strict: 'Strict', lax: 'Lax', none: 'None' };

/** Returns why a browser would ignore or misinterpret this cookie; undefined if it is valid. */
export function findCookieIssue(name: string, value: string, attributes: CookieAttributes): string | undefined {
  const { path, domain, maxAge, secure, sameSite, partitioned } = attributes;
  if (!isToken(name)) return "needs a name of letters, digits and !#$%&'*+-.^_`|~";
  if (!VALUE.test(value)) return 'has a value with an invalid character; encode it, for example with base64url';
  if (name.length + value.length > MAX_BYTES) return `is longer than the ${MAX_BYTES} bytes that browsers store`;
  if (path !== undefined && !PATH.test(path))
    return `has the path ${quoted(path)}; a path starts with "/" and contains no ";"`;
  if (domain !== undefined && !isDomain(domain))
    return `has the domain ${quoted(domain)}; use a host name without a port`;
  const expected = maxAge === undefined ? undefined : describeDurationIssue(maxAge, { wholeSeconds: true });
  if (expected !== undefined) return `has the maxAge ${maxAge}; expected ${expected}`;
  if (sameSite === 'none' && secure !== true) return 'has SameSite=None, which requires Secure';
  if (partitioned === true && secure !== true) return 'is Partitioned, which requires Secure';
  return findPrefixIssue(name, attributes);
}

// Browsers compare prefixes case-insensitively (RFC 6265bis §5.7).
function findPrefixIssue(name: string, { path, domain, secure }: CookieAttributes): string | undefined {
  const lower = name.toLowerCase();
  const isHost = lower.startsWith('__host-');
  if (!isHost && !lower.startsWith('__secure-')) return undefined;
  if (secure !== true) return `has a prefix that requires Secure`;
  if (!isHost) return undefined;
  if (path !== '/') return 'has the prefix __Host-, which requires Path=/';
  return domain === undefined ? undefined : 'has the prefix __Host-, which allows no Domain';
}

function isDomain(domain: string): boolean {
  return domain.length <= 253 && DOMAIN.test(domain);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

// RFC 6265bis §5.6: browsers ignore a longer pair and longer attributes.
const MAX_BYTES = 4_096;
const VALUE = /^(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*|"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")$/;
const PATH = /^\/[\x20-\x3a\x3c-\x7e]{0,1023}$/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
