/** What a cookie says of itself beside its name and value (RFC 6265bis §4.1.2). */
export interface CookieAttributes {
  /** Only requests to this path and below carry it. Left out, the folder of the request that set it. */
  readonly path?: string | undefined;
  /** It also goes to the hosts below this one. Left out, to the very host that set it. */
  readonly domain?: string | undefined;
  /** Seconds it is kept; 0 takes it back. Left out, until the browser is closed. */
  readonly maxAge?: number | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
  readonly sameSite?: SameSite | undefined;
}

/** Which requests that another site caused carry the cookie. */
export type SameSite = 'strict' | 'lax' | 'none';

/**
 * A `Set-Cookie` header as RFC 6265bis §4.1 wants it. What a browser would drop, or read otherwise than it was meant, is
 * an error here.
 *
 * @throws {TypeError} naming what is wrong and how to mend it
 *
 * @example
 * ```ts
 * import { formatSetCookie } from 'oriel/http';
 * formatSetCookie('theme', 'dark', { path: '/', sameSite: 'lax' }); // => 'theme=dark; Path=/; SameSite=Lax'
 * formatSetCookie('__Host-id', 'x', { secure: true }); // THROWS needs Path=/
 * formatSetCookie('id', 'a b'); // THROWS
 * ```
 */
export function formatSetCookie(name: string, value: string, attributes: CookieAttributes = {}): string {
  const flaw = findCookieIssue(name, value, attributes);
  if (flaw !== undefined) throw new TypeError(`Cookie "${name.slice(0, 80)}" ${flaw}`);
  const { path, domain, maxAge, secure, httpOnly, sameSite } = attributes;
  let line = `${name}=${value}`;
  if (path !== undefined) line += `; Path=${path}`;
  if (domain !== undefined) line += `; Domain=${domain}`;
  if (maxAge !== undefined) line += `; Max-Age=${maxAge}`;
  if (httpOnly === true) line += '; HttpOnly';
  if (secure === true) line += '; Secure';
  return sameSite === undefined ? line : `${line}; SameSite=${SAME_SITE[sameSite]}`;
}

const SAME_SITE: Readonly<Record<SameSite, string>> = { strict: 'Strict', lax: 'Lax', none: 'None' };

/** Why a browser would not take this cookie, or not as it is meant; undefined when it would. */
export function findCookieIssue(name: string, value: string, attributes: CookieAttributes): string | undefined {
  const { path, domain, maxAge, secure, sameSite } = attributes;
  if (!TOKEN.test(name)) return "needs a name of letters, digits and !#$%&'*+-.^_`|~";
  if (!VALUE.test(value)) return 'holds a character that no cookie may; encode the value, with base64url, say';
  if (name.length + value.length > MOST_BYTES) return `is longer than the ${MOST_BYTES} bytes that browsers keep`;
  if (path !== undefined && !PATH.test(path)) return `has the path ${quoted(path)}; it begins with "/" and has no ";"`;
  if (domain !== undefined && !isDomain(domain)) return `has the domain ${quoted(domain)}; write a host name alone`;
  if (maxAge !== undefined && !Number.isSafeInteger(maxAge)) return `has the Max-Age ${maxAge}; give whole seconds`;
  if (sameSite === 'none' && secure !== true) return 'says SameSite=None, which needs Secure';
  return prefixFlaw(name, attributes);
}

// Browsers compare prefixes without regard to case (RFC 6265bis §5.7).
function prefixFlaw(name: string, { path, domain, secure }: CookieAttributes): string | undefined {
  const lower = name.toLowerCase();
  const isHost = lower.startsWith('__host-');
  if (!isHost && !lower.startsWith('__secure-')) return undefined;
  if (secure !== true) return `has a prefix that needs Secure`;
  if (!isHost) return undefined;
  if (path !== '/') return 'has the prefix __Host-, which needs Path=/';
  return domain === undefined ? undefined : 'has the prefix __Host-, which allows no Domain';
}

function isDomain(domain: string): boolean {
  return domain.length <= 253 && DOMAIN.test(domain);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

// RFC 6265bis §5.6: a longer pair is not kept, a longer attribute not believed.
const MOST_BYTES = 4_096;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*|"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")$/;
const PATH = /^\/[\x20-\x3a\x3c-\x7e]{0,1023}$/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
