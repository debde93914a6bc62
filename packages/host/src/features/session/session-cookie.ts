import { Memo, cookieValues } from 'oriel-core/http';
import { formatSetCookie } from '../../http/headers/set-cookie.ts';
import type { CookieAttributes } from '../../http/headers/set-cookie.ts';
import type { HttpContext } from 'oriel-core/http';
import { withDefaults } from 'oriel-core/configuration';
import { SESSION_COOKIE_SETTINGS, readName } from './session-config.ts';
import type { SessionCookieConfig, SessionConfig } from './session-config.ts';
import { hash, randomBytes } from 'node:crypto';

type CookieSource = Pick<HttpContext, 'headers' | 'scheme'>;

/** The session id that a request sent in its cookie. */
export interface SentCookie {
  /** The id; undefined unless exactly one valid id was sent. */
  readonly id: string | undefined;
  /** The storage key of the session with this id. */
  readonly key: string | undefined;
  /** The source of the id, or the reason why there is none. */
  readonly because: string;
}

/**
 * The name and the attributes of the session cookie for HTTP and HTTPS. The names differ, so that a cookie set over
 * HTTP, possibly by an attacker in the network, is never accepted over HTTPS.
 */
export class SessionCookie {
  readonly #names: Readonly<Record<'http' | 'https', string>>;
  // Parsed headers are cached. Sessions are still looked up for each request.
  readonly #known = { http: new Memo<SentCookie>(MAX_KNOWN), https: new Memo<SentCookie>(MAX_KNOWN) };
  readonly #attributes: Readonly<Record<'http' | 'https', CookieAttributes>>;

  /** @param lasting the lifetime of a persistent cookie in milliseconds */
  constructor(config: SessionCookieConfig = {}, lasting = 0) {
    const { domain, sameSite, partitioned, persistent } = withDefaults(SESSION_COOKIE_SETTINGS, config);
    const { name: bare, always } = readName(config);
    const prefix = domain === undefined ? '__Host-' : '__Secure-';
    const base: CookieAttributes = {
      path: '/',
      domain,
      sameSite,
      partitioned,
      httpOnly: true,
      maxAge: persistent ? lasting : undefined,
    };
    const name = (secure: boolean): string => (secure ? prefix + bare : bare);
    this.#names = { http: name(always), https: name(true) };
    this.#attributes = { http: { ...base, secure: always }, https: { ...base, secure: true } };
  }

  nameFor({ scheme }: Pick<CookieSource, 'scheme'>): string {
    return this.#names[scheme];
  }

  read(context: CookieSource): SentCookie {
    const header = context.headers.get('cookie') ?? '';
    const known = this.#known[context.scheme];
    const before = known.get(header);
    if (before !== undefined) return before;
    const sent = readCookie(header, this.nameFor(context));
    if (header.length <= MAX_KNOWN_LENGTH) known.set(header, sent);
    return sent;
  }

  isSent(context: CookieSource): boolean {
    return cookieValues(context.headers.get('cookie'), this.nameFor(context)).length > 0;
  }

  /** Returns a `Set-Cookie` header that sets the id or, if it is undefined, deletes the cookie. */
  format(context: Pick<CookieSource, 'scheme'>, id: string | undefined): string {
    const attributes = this.#attributes[context.scheme];
    const name = this.nameFor(context);
    return formatSetCookie(name, id ?? '', id === undefined ? { ...attributes, maxAge: 0 } : attributes);
  }
}

const MAX_KNOWN = 1_000;
const MAX_KNOWN_LENGTH = 1_024;

function readCookie(header: string, name: string): SentCookie {
  const values = cookieValues(header, name);
  const none = (because: string): SentCookie => ({ id: undefined, key: undefined, because });
  if (values.length === 0) return none(`no cookie "${name}" was sent`);
  // An attacker who can set a cookie for a sibling host or path could add their own.
  if (values.length > 1) return none(`${values.length} cookies "${name}" were sent; all are ignored`);
  const id = values[0]!;
  if (!isSessionId(id)) return none(`the cookie "${name}" does not contain a session id`);
  return { id, key: getSessionKey(id), because: `the cookie "${name}" contains its id` };
}

/** Returns the name of the session cookie for each scheme; over HTTPS it has a prefix such as `__Host-`. */
export function sessionCookieNames({ cookie }: SessionConfig): { readonly http: string; readonly https: string } {
  const named = new SessionCookie(cookie);
  return { http: named.nameFor({ scheme: 'http' }), https: named.nameFor({ scheme: 'https' }) };
}

/** Creates a session id of 192 random bits in base64url, which is valid in a cookie. */
export function createSessionId(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Returns whether the text has the format of a session id. Other texts are not looked up. */
function isSessionId(text: string): boolean {
  return SHAPE.test(text);
}

/**
 * Returns the storage key of a session: a digest of its id. A leaked storage, dump or query log therefore does not
 * reveal session ids. The id is random enough to need no salt.
 */
export function getSessionKey(id: string): string {
  return hash('sha256', `session:${id}`, 'base64url');
}

const BYTES = 24;
const SHAPE = /^[\w-]{32}$/;
