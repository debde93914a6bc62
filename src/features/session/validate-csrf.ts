import type { SessionConfig } from './session-config.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** What is wrong, or would be unsafe, about the proof that unsafe requests have to give. */
export function* validateCsrf({ csrf, cookie }: SessionConfig): Generator<ConfigIssue> {
  if (csrf === undefined) return;
  if (csrf === false) {
    if (cookie?.sameSite !== 'none') return;
    const reason =
      'With SameSite=None browsers send the cookie for every page there is, and nothing else would be asked for';
    const fix = 'Leave csrf out, and name the other pages: csrf: { origins: ["https://app.example.com"] }';
    return yield issue('ORIEL_SESSIONS_UNSAFE', 'sessions.csrf', reason, fix);
  }
  if (typeof csrf !== 'object' || csrf === null || Array.isArray(csrf)) {
    const fix = 'Give its settings, such as csrf: { origins: ["https://app.example.com"] }, or false for none';
    return yield issue('ORIEL_CONFIG_SESSIONS', 'sessions.csrf', `It is ${formatValue(csrf)}`, fix);
  }
  yield* validateUnknownKeys(csrf, ['origins', 'token'], 'sessions.csrf.');
  const { origins, token } = csrf;
  if (token !== undefined && !['always', 'untold'].includes(token)) {
    const fix = 'Choose "always" or "untold"';
    yield issue('ORIEL_CONFIG_CHOICE', 'sessions.csrf.token', `${formatValue(token)} is not a choice`, fix);
  }
  yield* validateTrustedOrigins(origins, 'sessions.csrf.origins', 'ORIEL_CONFIG_SESSIONS');
}

/** What is wrong with a list of origins whose pages may change things. @param code of a value that is no list */
export function* validateTrustedOrigins(origins: unknown, place: string, code: string): Generator<ConfigIssue> {
  if (origins === undefined) return;
  if (!Array.isArray(origins)) {
    const fix = 'Give a list: ["https://app.example.com"]';
    return yield issue(code, place, `It is ${formatValue(origins)}`, fix);
  }
  for (const [index, origin] of (origins as readonly unknown[]).entries()) {
    if (isOrigin(origin)) continue;
    const reason = `${formatValue(origin)} is no origin: pages of anybody could be meant, or of nobody`;
    const fix = 'Write each one out as browsers send it: scheme, host, and the port where it is not the usual one';
    yield issue('ORIEL_SESSIONS_UNSAFE', `${place}[${index}]`, reason, fix);
  }
}

function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && /^https?:[^*]*$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
