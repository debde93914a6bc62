import { isIP } from 'node:net';
import { formatDuration, toMilliseconds } from 'oriel-core/http';
import type { DurationRange } from 'oriel-core/http';
import { findCookieIssue } from '../../http/headers/set-cookie.ts';
import { readName } from './session-cookie.ts';
import { LIMIT_PERIOD } from '../../http/request-limit.ts';
import { SESSION_DEFAULTS } from './session-config.ts';
import type { SessionConfig, SessionCookieConfig } from './session-config.ts';
import { validateCsrf } from './validate-csrf.ts';
import { validateDuration, validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Reports invalid or insecure session settings. */
export function* validateSessions(sessions: SessionConfig): Generator<ConfigIssue> {
  if (!isRecord(sessions)) {
    return yield invalid('', sessions, "Use an object, or {} for the defaults: sessions: { idle: '1 h' }");
  }
  yield* validateUnknownKeys(sessions, KEYS, 'sessions.');
  yield* validateStorage(sessions.storage);
  yield* validateNumbers(sessions);
  yield* validateCsrf(sessions);
  yield* validateAnonymous(sessions.anonymous);
  const { cookie } = sessions;
  if (cookie === undefined) return;
  if (isRecord(cookie)) yield* validateCookie(cookie);
  else yield invalid('cookie', cookie, 'Use an object such as cookie: { sameSite: "strict" }');
}

const KEYS: readonly (keyof SessionConfig)[] = [
  'storage',
  'cookie',
  'idle',
  'absolute',
  'maxBytes',
  'timeout',
  'csrf',
  'anonymous',
];
const COOKIE_KEYS: readonly (keyof SessionCookieConfig)[] = [
  ...(['name', 'sameSite', 'partitioned', 'secure', 'path', 'domain', 'persistent'] as const),
];
const STORAGE = ['read', 'create', 'replace', 'touch', 'remove'];
// Browsers limit the lifetime of cookies to this (RFC 6265bis §5.5).
const SESSION_DURATION: DurationRange = { minimum: 1_000, maximum: 400 * 86_400_000, wholeSeconds: true };

function* validateStorage(storage: unknown): Generator<ConfigIssue> {
  if (storage === undefined) return;
  const given = typeof storage === 'object' && storage !== null ? (storage as Record<string, unknown>) : {};
  const missing = STORAGE.filter((name) => typeof given[name] !== 'function');
  if (missing.length === 0 && (typeof given['shared'] === 'boolean' || given['shared'] === 'machine')) return;
  const reason = missing.length === 0 ? 'It has no property "shared"' : `It has no ${missing.join('(), no ')}()`;
  const fix = 'Use a storage such as new MemorySessionStorage(), or remove the setting to keep sessions in memory';
  yield issue('ORIEL_SESSIONS_STORAGE', 'sessions.storage', reason, fix);
}

function* validateNumbers({ idle, absolute, maxBytes, timeout }: SessionConfig): Generator<ConfigIssue> {
  const issues = [
    ...validateDuration('sessions.idle', idle, SESSION_DURATION),
    ...validateDuration('sessions.absolute', absolute, SESSION_DURATION),
  ];
  yield* issues;
  if (maxBytes !== undefined && !isWholeNumber(maxBytes, 16_777_216))
    yield issue(
      'ORIEL_CONFIG_NUMBER',
      'sessions.maxBytes',
      `It is ${formatValue(maxBytes)}`,
      'Use bytes, from 1 to 16777216',
    );
  yield* validateDuration('sessions.timeout', timeout, { minimum: 1, maximum: 60_000 });
  if (idle === undefined || issues.length > 0) return;
  const [idleMs, absoluteMs] = [toMilliseconds(idle), toMilliseconds(absolute ?? SESSION_DEFAULTS.absolute)];
  if (idleMs <= absoluteMs) return;
  const reason = `A session may be idle for ${formatDuration(idleMs)}, but always ends after ${formatDuration(absoluteMs)}`;
  yield issue('ORIEL_SESSIONS_TIMES', 'sessions.idle', reason, 'Lower idle, or raise absolute');
}

function* validateAnonymous(anonymous: unknown): Generator<ConfigIssue> {
  if (anonymous === undefined || anonymous === false) return;
  if (!isRecord(anonymous))
    return yield invalid('anonymous', anonymous, "Use { limit: 1000, per: '10 min' }, or false");
  yield* validateUnknownKeys(anonymous, ['limit', 'per'], 'sessions.anonymous.');
  const { limit, per } = anonymous as { readonly limit?: unknown; readonly per?: unknown };
  yield* validateDuration('sessions.anonymous.per', per, LIMIT_PERIOD);
  if (limit === undefined || isWholeNumber(limit, 1e9)) return;
  const fix = 'Use a whole number from 1 to 1000000000';
  yield issue('ORIEL_CONFIG_NUMBER', 'sessions.anonymous.limit', `It is ${formatValue(limit)}`, fix);
}

function isWholeNumber(value: unknown, maximum: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maximum;
}

function* validateCookie(cookie: SessionCookieConfig): Generator<ConfigIssue> {
  const { httpOnly, ...known } = cookie as SessionCookieConfig & { readonly httpOnly?: unknown };
  if (httpOnly !== undefined && httpOnly !== true) {
    const reason = 'Scripts could read the session id, so one injected script could steal the session';
    yield unsafe('httpOnly', reason, 'Remove it; the cookie is always HttpOnly');
  }
  yield* validateUnknownKeys(known, COOKIE_KEYS, 'sessions.cookie.');
  const { sameSite, partitioned, secure, domain, path } = known;
  if (sameSite !== undefined && !['strict', 'lax', 'none'].includes(sameSite)) {
    yield invalid('cookie.sameSite', sameSite, 'Use "lax", "strict" or "none"');
  } else if (sameSite === 'none' && !readName(known).always) {
    const reason = 'Browsers reject a cookie with SameSite=None that is not Secure';
    yield unsafe('sameSite', reason, 'Add secure: true and serve HTTPS, or use "lax"');
  }
  if (partitioned !== undefined && typeof partitioned !== 'boolean') {
    yield invalid('cookie.partitioned', partitioned, 'Use true or false');
  } else if (partitioned === true && !readName(known).always) {
    const reason = 'Browsers reject a Partitioned cookie that is not Secure';
    yield unsafe('partitioned', reason, 'Add secure: true and serve HTTPS, or remove it');
  }
  if ((secure as unknown) === false) {
    const reason = 'The session id would be sent unencrypted, and anyone who reads it could take over the session';
    yield unsafe('secure', reason, 'Remove it; the cookie is Secure if the request used HTTPS');
  } else if (secure !== undefined && secure !== true && secure !== 'auto') {
    yield invalid('cookie.secure', secure, 'Use "auto" or true');
  }
  if (domain !== undefined && !isSite(domain)) {
    const fix =
      'Use a host name with a dot, such as "example.com", or remove it so that only this host gets the cookie';
    yield invalid('cookie.domain', domain, fix);
  }
  yield* validateName(known);
  if (path !== undefined && findCookieIssue('x', '', { path }) !== undefined) {
    yield invalid('cookie.path', path, 'Use a path such as "/app", without ";"');
  }
}

function* validateName(cookie: SessionCookieConfig): Generator<ConfigIssue> {
  const { name, domain, path } = cookie;
  if (name === undefined) return;
  if (typeof name !== 'string' || findCookieIssue(readName(cookie).name, '', {}) !== undefined) {
    return yield invalid('cookie.name', name, 'Use a name of letters, digits, "-" and "_"');
  }
  if (!/^__host-/i.test(name) || (domain === undefined && (path ?? '/') === '/')) return;
  const reason = `"${name}" requires a cookie without a domain and with the path "`;
  yield unsafe('name', reason, 'Remove the prefix; the right one is added automatically');
}

// A name without a dot is a local machine or a top-level domain.
function isSite(domain: unknown): boolean {
  if (typeof domain !== 'string' || !domain.includes('.') || isIP(domain) !== 0) return false;
  return findCookieIssue('x', '', { domain }) === undefined;
}

function unsafe(setting: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_SESSIONS_UNSAFE', `sessions.cookie.${setting}`, reason, fix);
}

function invalid(setting: string, value: unknown, fix: string): ConfigIssue {
  const place = setting === '' ? 'sessions' : `sessions.${setting}`;
  return issue('ORIEL_CONFIG_SESSIONS', place, `It is ${formatValue(value)}`, fix);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
