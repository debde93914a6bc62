import { formatDuration, isObject } from 'oriel-core/http';
import { group, issue, withDefaults } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { SESSION_SETTINGS, readName } from './session-config.ts';
import type { SessionConfig, SessionCookieConfig } from './session-config.ts';

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
