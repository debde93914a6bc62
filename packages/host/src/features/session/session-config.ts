import type { Duration } from 'oriel-core/http';
import {
  boolean,
  choice,
  duration,
  either,
  group,
  issue,
  number,
  objectWith,
  text,
  withDefaults,
} from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';
import { isIP } from 'node:net';
import { findCookieIssue } from '../../http/headers/set-cookie.ts';
import type { SameSite } from '../../http/headers/set-cookie.ts';
import { CSRF_SETTINGS } from './csrf-guard.ts';
import type { CsrfConfig } from './csrf-guard.ts';
import type { SessionStorage } from './session-storage.ts';
import { formatDuration, isObject } from 'oriel-core/http';

/** How sessions are stored, and how long they last. */
export interface SessionConfig {
  /**
   * The storage of the sessions.
   * @default the memory of this process
   */
  readonly storage?: SessionStorage;
  /**
   * Options of the session cookie.
   * @default {}
   */
  readonly cookie?: SessionCookieConfig;
  /**
   * The time without a request after which a session ends.
   * @default '30 min'
   */
  readonly idle?: Duration;
  /**
   * The time after which a session ends even if it is used; `regenerate` restarts it.
   * @default '12 h'
   */
  readonly absolute?: Duration;
  /**
   * The number of sessions without a user that a client address may start in ten minutes. Further ones get 429. `false`
   * disables the limit.
   * @default 1,000, and no limit for this machine
   * @unit sessions
   */
  readonly anonymous?: number | false;
  /**
   * CSRF protection of unsafe requests. `false` disables it.
   * @default {}
   */
  readonly csrf?: CsrfConfig | false;
}

/** The session cookie. It is always HttpOnly. */
export interface SessionCookieConfig {
  /**
   * The prefix `__Host-`, or `__Secure-`, is added if the other options allow it.
   * @default 'session'
   */
  readonly name?: string;
  /**
   * `none` needs `secure: true`.
   * @default 'lax'
   */
  readonly sameSite?: SameSite;
  /**
   * Whether browsers store the cookie apart for each site that embeds this one (`Partitioned`). Needs `secure: true`.
   * @default false
   */
  readonly partitioned?: boolean;
  /**
   * `'auto'`: Secure for requests over HTTPS, also as reported by trusted proxies. `true`: always.
   * @default 'auto'
   */
  readonly secure?: 'auto' | true;
  /**
   * Sends the cookie to this domain and its subdomains. A domain excludes the prefix `__Host-`.
   * @default only the host that set the cookie
   */
  readonly domain?: string;
  /**
   * True if the cookie outlives the browser, for at most `absolute`.
   * @default false
   */
  readonly persistent?: boolean;
}

// Browsers limit the lifetime of cookies to this (RFC 6265bis §5.5).
const SESSION_DURATION = { minimum: 1_000, maximum: 400 * 86_400_000, wholeSeconds: true };
const STORAGE_FIX =
  'Use a storage such as new MemorySessionStorage(), or remove the setting to keep sessions in memory';

export const SESSION_COOKIE_SETTINGS = {
  name: text({
    default: 'session',
    matches: (name) => findCookieIssue(readName({ name }).name, '', {}) === undefined,
    fix: 'Use a name of letters, digits, "-" and "_"',
  }),
  sameSite: choice(['lax', 'strict', 'none'], { default: 'lax', fix: 'Use "lax", "strict" or "none"' }),
  partitioned: boolean({ default: false }),
  secure: choice(['auto', true, false], { default: 'auto', fix: 'Use "auto" or true', validate: validateSecure }),
  domain: text({
    matches: isSite,
    fix: 'Use a host name with a dot, such as "example.com", or remove it so that only this host gets the cookie',
  }),
  persistent: boolean({ default: false }),
} satisfies Settings<SessionCookieConfig>;

export const SESSION_SETTINGS = {
  storage: objectWith(['read', 'create', 'replace', 'touch', 'remove'], {
    code: 'ORIEL_SESSIONS_STORAGE',
    fix: STORAGE_FIX,
    validate: validateShared,
  }),
  idle: duration({ default: '30 min', ...SESSION_DURATION }),
  absolute: duration({ default: '12 h', ...SESSION_DURATION }),
  csrf: either([choice([false]), group(CSRF_SETTINGS)], {
    default: {},
    fix: 'Use an object such as { token: "unknown-origin" }, or false for none',
  }),
  anonymous: either([choice([false]), number({ minimum: 1, maximum: 1e9 })], {
    fix: 'Use a number of sessions, such as 1000, or false',
  }),
  cookie: group(
    { ...SESSION_COOKIE_SETTINGS, httpOnly: choice([true, false], { validate: validateHttpOnly }) },
    { default: {}, fix: 'Use an object such as cookie: { sameSite: "strict" }' },
  ),
} satisfies Settings<SessionConfig>;

/**
 * Returns the name without its prefix, which is added later, and whether the cookie is always Secure. A given prefix
 * implies Secure.
 */
export function readName({ name = 'session', secure }: SessionCookieConfig): {
  readonly name: string;
  readonly always: boolean;
} {
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0];
  return { name: name.slice(prefix?.length ?? 0), always: secure === true || prefix !== undefined };
}

function* validateShared({ shared }: { readonly shared?: unknown }, path: string): Generator<ConfigIssue> {
  if (typeof shared === 'boolean' || shared === 'machine') return;
  yield issue('ORIEL_SESSIONS_STORAGE', path, 'It has no property "shared"', STORAGE_FIX);
}

function* validateSecure(secure: unknown, path: string): Generator<ConfigIssue> {
  if (secure !== false) return;
  const reason = 'The session id would be sent unencrypted, and anyone who reads it could take over the session';
  const fix = 'Remove it; the cookie is Secure if the request used HTTPS';
  yield issue('ORIEL_SESSIONS_UNSAFE', path, reason, fix);
}

function* validateHttpOnly(httpOnly: unknown, path: string): Generator<ConfigIssue> {
  if (httpOnly === true) return;
  const reason = 'Scripts could read the session id, so one injected script could steal the session';
  yield issue('ORIEL_SESSIONS_UNSAFE', path, reason, 'Remove it; the cookie is always HttpOnly');
}

// A name without a dot is a local machine or a top-level domain.
function isSite(domain: string): boolean {
  return domain.includes('.') && isIP(domain) === 0 && findCookieIssue('x', '', { domain }) === undefined;
}

const SESSIONS = group(SESSION_SETTINGS, {
  code: 'ORIEL_CONFIG_SESSIONS',
  fix: "Use an object, or {} for the defaults: sessions: { idle: '1 h' }",
});

/** Reports invalid or insecure session settings. */
export function* validateSessions(sessions: SessionConfig): Generator<ConfigIssue> {
  const issues = [...SESSIONS.validate('sessions', sessions)];
  yield* issues;
  if (!isObject(sessions)) return;
  const { cookie, csrf, idle } = sessions as SessionConfig;
  if (isObject(cookie)) yield* validateCookie(cookie);
  if (csrf === false && cookie?.sameSite === 'none') {
    const reason =
      'With SameSite=None, browsers send the cookie with requests from pages of any origin, and nothing else protects them';
    const fix = 'Remove it, and list the trusted origins of the host: origins: ["https://app.example.com"]';
    yield issue('ORIEL_SESSIONS_UNSAFE', 'sessions.csrf', reason, fix);
  }
  const areDurations = !issues.some(({ place }) => /\.(?:idle|absolute)$/.test(place));
  if (idle !== undefined && areDurations) yield* validateLifetime(sessions);
}

function* validateLifetime(sessions: SessionConfig): Generator<ConfigIssue> {
  const { idle, absolute } = withDefaults(SESSION_SETTINGS, sessions);
  if (idle <= absolute) return;
  const reason = `A session may be idle for ${formatDuration(idle)}, but always ends after ${formatDuration(absolute)}`;
  yield issue('ORIEL_SESSIONS_TIMES', 'sessions.idle', reason, 'Lower idle, or raise absolute');
}

function* validateCookie(cookie: SessionCookieConfig): Generator<ConfigIssue> {
  const { sameSite, partitioned, name, domain } = cookie;
  if (name !== undefined && typeof name !== 'string') return;
  const isSecure = readName(cookie).always;
  if (sameSite === 'none' && !isSecure) {
    const reason = 'Browsers reject a cookie with SameSite=None that is not Secure';
    yield unsafe('sameSite', reason, 'Add secure: true and serve HTTPS, or use "lax"');
  }
  if (partitioned === true && !isSecure) {
    const reason = 'Browsers reject a Partitioned cookie that is not Secure';
    yield unsafe('partitioned', reason, 'Add secure: true and serve HTTPS, or remove it');
  }
  if (name === undefined || !/^__host-/i.test(name) || domain === undefined) return;
  const reason = `"${name}" requires a cookie without a domain`;
  yield unsafe('name', reason, 'Remove the prefix; the right one is added automatically');
}

function unsafe(setting: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_SESSIONS_UNSAFE', `sessions.cookie.${setting}`, reason, fix);
}
