import { Memo } from '../../core/http/memo.ts';
import { cookieValues } from '../../core/http/headers/cookie.ts';
import { formatSetCookie } from '../../core/http/headers/set-cookie.ts';
import type { CookieAttributes } from '../../core/http/headers/set-cookie.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { SessionCookieConfig } from './session-config.ts';
import { isSessionId, sessionKeyOf } from './session-id.ts';

type Facts = Pick<HttpContext, 'headers' | 'scheme'>;

/** What a request brought in place of a session's id. */
export interface SentCookie {
  /** The id, when there is exactly one that can be one. */
  readonly id: string | undefined;
  /** What a session of that id is kept under. */
  readonly key: string | undefined;
  /** Where the id comes from, or why there is none. */
  readonly because: string;
}

/**
 * The cookie of a session, as it is called and described on HTTP and on HTTPS. Both have a name of their own, so that what
 * was set in the clear, by somebody on the way, say, is never taken for what came by HTTPS.
 */
export class SessionCookie {
  readonly #names: Readonly<Record<'http' | 'https', string>>;
  // What a header comes to is always the same; what is kept under the key is looked up with each request.
  readonly #known = { http: new Memo<SentCookie>(MOST_KNOWN), https: new Memo<SentCookie>(MOST_KNOWN) };
  readonly #attributes: Readonly<Record<'http' | 'https', CookieAttributes>>;

  /** @param lasting seconds that a persistent cookie is kept */
  constructor(config: SessionCookieConfig = {}, lasting = 0) {
    const { path = '/', domain, sameSite = 'lax', persistent = false } = config;
    const { name: bare, always } = readName(config);
    const prefix = path === '/' && domain === undefined ? '__Host-' : '__Secure-';
    const base: CookieAttributes = {
      ...{ path, domain, sameSite, httpOnly: true },
      maxAge: persistent ? lasting : undefined,
    };
    const name = (secure: boolean): string => (secure ? prefix + bare : bare);
    this.#names = { http: name(always), https: name(true) };
    this.#attributes = { http: { ...base, secure: always }, https: { ...base, secure: true } };
  }

  nameFor({ scheme }: Pick<Facts, 'scheme'>): string {
    return this.#names[scheme];
  }

  /** What the request brought. */
  read(context: Facts): SentCookie {
    const header = context.headers.get('cookie') ?? '';
    const known = this.#known[context.scheme];
    const before = known.get(header);
    if (before !== undefined) return before;
    const sent = readCookie(header, this.nameFor(context));
    if (header.length <= LONGEST_KNOWN) known.set(header, sent);
    return sent;
  }

  isSent(context: Facts): boolean {
    return cookieValues(context.headers.get('cookie'), this.nameFor(context)).length > 0;
  }

  /** The header that gives an id to the client, or with undefined takes the cookie back. */
  format(context: Pick<Facts, 'scheme'>, id: string | undefined): string {
    const attributes = this.#attributes[context.scheme];
    const name = this.nameFor(context);
    return formatSetCookie(name, id ?? '', id === undefined ? { ...attributes, maxAge: 0 } : attributes);
  }
}

const MOST_KNOWN = 1_000;
const LONGEST_KNOWN = 1_024;

function readCookie(header: string, name: string): SentCookie {
  const values = cookieValues(header, name);
  const none = (because: string): SentCookie => ({ id: undefined, key: undefined, because });
  if (values.length === 0) return none(`no cookie "${name}" was sent`);
  // Somebody who can set a cookie for a neighbouring host or path could put theirs in front.
  if (values.length > 1) return none(`${values.length} cookies "${name}" were sent: none is believed`);
  const id = values[0]!;
  if (!isSessionId(id)) return none(`the cookie "${name}" holds nothing that this host has made`);
  return { id, key: sessionKeyOf(id), because: `the cookie "${name}" names it` };
}

/** The name without a prefix: the one that fits is put in front, and one that was given asks for Secure. */
export function readName({ name = 'session', secure }: SessionCookieConfig): {
  readonly name: string;
  readonly always: boolean;
} {
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0];
  return { name: name.slice(prefix?.length ?? 0), always: secure === true || prefix !== undefined };
}
