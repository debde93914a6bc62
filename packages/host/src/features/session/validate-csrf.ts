import type { SessionConfig } from './session-config.ts';
import { validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Reports invalid or insecure settings of the CSRF protection. */
export function* validateCsrf({ csrf, cookie }: SessionConfig): Generator<ConfigIssue> {
  if (csrf === undefined) return;
  if (csrf === false) {
    if (cookie?.sameSite !== 'none') return;
    const reason =
      'With SameSite=None, browsers send the cookie with requests from pages of any origin, and nothing else protects them';
    const fix = 'Remove it, and list the trusted origins: csrf: { origins: ["https://app.example.com"] }';
    return yield issue('ORIEL_SESSIONS_UNSAFE', 'sessions.csrf', reason, fix);
  }
  if (typeof csrf !== 'object' || csrf === null || Array.isArray(csrf)) {
    const fix = '//app.example.com"] }, or false for none';
    return yield issue('ORIEL_CONFIG_SESSIONS', 'sessions.csrf', `It is ${formatValue(csrf)}`, fix);
  }
  yield* validateUnknownKeys(csrf, ['origins', 'token'], 'sessions.csrf.');
  const { origins, token } = csrf;
  if (token !== undefined && !['always', 'unknown-origin'].includes(token)) {
    const fix = 'Use "always" or "unknown-origin"';
    yield issue('ORIEL_CONFIG_CHOICE', 'sessions.csrf.token', `${formatValue(token)} is not a valid value`, fix);
  }
  yield* validateTrustedOrigins(origins, 'sessions.csrf.origins', 'ORIEL_CONFIG_SESSIONS');
}

/** Reports issues of a list of trusted origins. @param code of the issue of a value that is not an array */
export function* validateTrustedOrigins(origins: unknown, place: string, code: string): Generator<ConfigIssue> {
  if (origins === undefined) return;
  if (!Array.isArray(origins)) {
    const fix = 'Use an array: ["https://app.example.com"]';
    return yield issue(code, place, `It is ${formatValue(origins)}`, fix);
  }
  for (const [index, origin] of (origins as readonly unknown[]).entries()) {
    if (isOrigin(origin)) continue;
    const reason = `${formatValue(origin)} is not an origin; it could match any page or none`;
    const fix = 'Write each origin as browsers send it: the scheme, the host, and the port unless it is the default';
    yield issue('ORIEL_SESSIONS_UNSAFE', `${place}[${index}]`, reason, fix);
  }
}

function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && /^https?:[^*]*$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
