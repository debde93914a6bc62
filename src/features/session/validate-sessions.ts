import { isIP } from 'node:net';
import { findCookieIssue } from '../../core/http/headers/set-cookie.ts';
import { readName } from './session-cookie.ts';
import type { SessionConfig, SessionCookieConfig } from './session-config.ts';
import { validateCsrf } from './validate-csrf.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** What is wrong, or would be unsafe, about the settings of sessions. */
export function* validateSessions(sessions: SessionConfig): Generator<ConfigIssue> {
  if (!isRecord(sessions)) {
    return yield wrong('', sessions, 'Give their settings, or {} for what is usual: sessions: { idle: 3600 }');
  }
  yield* validateUnknownKeys(sessions, KEYS, 'sessions.');
  yield* wrongStorage(sessions.storage);
  yield* wrongTimes(sessions);
  yield* validateCsrf(sessions);
  yield* wrongAnonymous(sessions.anonymous);
  const { cookie } = sessions;
  if (cookie === undefined) return;
  if (isRecord(cookie)) yield* wrongCookie(cookie);
  else yield wrong('cookie', cookie, 'Give its settings, such as cookie: { sameSite: "strict" }');
}

const KEYS: readonly (keyof SessionConfig)[] = [
  'storage',
  'cookie',
  'idle',
  'absolute',
  'maxBytes',
  'timeoutMs',
  'csrf',
  'anonymous',
];
const COOKIE_KEYS: readonly (keyof SessionCookieConfig)[] = [
  ...(['name', 'sameSite', 'secure', 'path', 'domain', 'persistent'] as const),
];
const STORAGE = ['read', 'create', 'replace', 'touch', 'remove'];
// Browsers keep no cookie for longer (RFC 6265bis §5.5).
const LONGEST = 400 * 86_400;

function* wrongStorage(storage: unknown): Generator<ConfigIssue> {
  if (storage === undefined) return;
  const given = typeof storage === 'object' && storage !== null ? (storage as Record<string, unknown>) : {};
  const missing = STORAGE.filter((name) => typeof given[name] !== 'function');
  if (missing.length === 0 && (typeof given['shared'] === 'boolean' || given['shared'] === 'machine')) return;
  const reason =
    missing.length === 0 ? 'It does not say whether it is shared' : `It has no ${missing.join('(), no ')}()`;
  const fix = 'Give a storage such as new MemorySessionStorage(), or leave it out for one in memory';
  yield issue('ORIEL_SESSIONS_STORAGE', 'sessions.storage', reason, fix);
}

function* wrongTimes({ idle, absolute, maxBytes, timeoutMs }: SessionConfig): Generator<ConfigIssue> {
  for (const [name, value, most, wanted] of [
    ['idle', idle, LONGEST, `seconds, from 1 to ${LONGEST}`],
    ['absolute', absolute, LONGEST, `seconds, from 1 to ${LONGEST}: browsers keep no cookie for longer`],
    ['maxBytes', maxBytes, 16_777_216, 'bytes, from 1 to 16777216'],
    ['timeoutMs', timeoutMs, 60_000, 'milliseconds, from 1 to 60000: nobody may wait for ever'],
  ] as const) {
    if (value === undefined || (Number.isFinite(value) && value >= 1 && value <= most)) continue;
    yield issue('ORIEL_CONFIG_NUMBER', `sessions.${name}`, `It is ${formatValue(value)}`, `Give ${wanted}`);
  }
  if (!Number.isFinite(idle) || idle! <= (absolute ?? 43_200)) return;
  const reason = `A session would be idle for up to ${idle} s, but ends after ${absolute ?? 43_200} s whatever happens`;
  yield issue('ORIEL_SESSIONS_TIMES', 'sessions.idle', reason, 'Lower idle, or raise absolute');
}

function* wrongAnonymous(anonymous: unknown): Generator<ConfigIssue> {
  if (anonymous === undefined || anonymous === false) return;
  if (!isRecord(anonymous)) return yield wrong('anonymous', anonymous, 'Give { limit: 1000, per: 600 }, or false');
  yield* validateUnknownKeys(anonymous, ['limit', 'per'], 'sessions.anonymous.');
  for (const [name, value] of Object.entries(anonymous)) {
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= 1e9)) continue;
    const fix = 'Give a whole number from 1 to 1000000000';
    yield issue('ORIEL_CONFIG_NUMBER', `sessions.anonymous.${name}`, `It is ${formatValue(value)}`, fix);
  }
}

function* wrongCookie(cookie: SessionCookieConfig): Generator<ConfigIssue> {
  const { httpOnly, ...known } = cookie as SessionCookieConfig & { readonly httpOnly?: unknown };
  if (httpOnly !== undefined && httpOnly !== true) {
    const reason = 'Scripts could read the id of the session, and one injected script would be enough to take it along';
    yield unsafe('httpOnly', reason, 'Leave it out: the cookie is always HttpOnly');
  }
  yield* validateUnknownKeys(known, COOKIE_KEYS, 'sessions.cookie.');
  const { sameSite, secure, domain, path } = known;
  if (sameSite !== undefined && !['strict', 'lax', 'none'].includes(sameSite)) {
    yield wrong('cookie.sameSite', sameSite, 'Choose "lax" or "strict" or "none"');
  } else if (sameSite === 'none' && !readName(known).always) {
    const reason = 'Browsers drop a cookie with SameSite=None that is not Secure';
    yield unsafe('sameSite', reason, 'Add secure: true and serve HTTPS, or choose "lax"');
  }
  if ((secure as unknown) === false) {
    const reason = 'The id of the session would travel in the clear, and whoever reads it is the visitor';
    yield unsafe('secure', reason, 'Leave it out: the cookie is Secure whenever the request came by HTTPS');
  } else if (secure !== undefined && secure !== true && secure !== 'auto') {
    yield wrong('cookie.secure', secure, 'Choose "auto" or true');
  }
  if (domain !== undefined && !isSite(domain)) {
    const fix =
      'Write a host name with a point in it, such as "example.com", or leave it out: then only this host gets it';
    yield wrong('cookie.domain', domain, fix);
  }
  yield* wrongName(known);
  if (path !== undefined && findCookieIssue('x', '', { path }) !== undefined) {
    yield wrong('cookie.path', path, 'Write a path such as "/app", without ";"');
  }
}

function* wrongName(cookie: SessionCookieConfig): Generator<ConfigIssue> {
  const { name, domain, path } = cookie;
  if (name === undefined) return;
  if (typeof name !== 'string' || findCookieIssue(readName(cookie).name, '', {}) !== undefined) {
    return yield wrong('cookie.name', name, 'Write a name of letters, digits, "-" and "_"');
  }
  if (!/^__host-/i.test(name) || (domain === undefined && (path ?? '/') === '/')) return;
  const reason = `"${name}" promises that only this host set it, for all its paths; with a domain or another path browsers drop it`;
  yield unsafe('name', reason, 'Leave the prefix out: the one that fits is put in front');
}

// A name without a point is a machine of the neighbourhood or a whole top-level domain; neither is a site.
function isSite(domain: unknown): boolean {
  if (typeof domain !== 'string' || !domain.includes('.') || isIP(domain) !== 0) return false;
  return findCookieIssue('x', '', { domain }) === undefined;
}

function unsafe(setting: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_SESSIONS_UNSAFE', `sessions.cookie.${setting}`, reason, fix);
}

function wrong(setting: string, value: unknown, fix: string): ConfigIssue {
  const place = setting === '' ? 'sessions' : `sessions.${setting}`;
  return issue('ORIEL_CONFIG_SESSIONS', place, `It is ${formatValue(value)}`, fix);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
