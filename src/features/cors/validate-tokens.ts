import type { CorsRule } from './cors-config.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Yields the issues of everything in a rule but its origins: methods, headers, flags and `maxAge`. */
export function* validateTokens(rule: CorsRule, name: string): Generator<ConfigIssue> {
  yield* validateList(rule.methods, `${name}.methods`, methodFix, "methods: ['GET', 'POST'], or '*' for any");
  yield* validateHeaders(rule.headers, `${name}.headers`);
  yield* validateList(rule.expose, `${name}.expose`, exposedHeaderFix, "expose: ['Link'], or '*' for all");
  for (const member of ['credentials', 'privateNetwork'] as const) {
    const value: unknown = rule[member];
    if (value === undefined || typeof value === 'boolean') continue;
    yield issue('ORIEL_CONFIG_CHOICE', `${name}.${member}`, `It is ${formatValue(value)}`, 'Set true or false');
  }
  const { maxAge } = rule;
  if (maxAge === undefined || (Number.isInteger(maxAge) && maxAge >= 0 && maxAge <= DAY)) return;
  const fix = 'Set whole seconds from 0 to 86,400; browsers cache a preflight for a day at most';
  yield issue('ORIEL_CONFIG_NUMBER', `${name}.maxAge`, `It is ${formatValue(maxAge)}`, fix);
}

const DAY = 86_400;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function* validateHeaders(headers: unknown, place: string): Generator<ConfigIssue> {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    return yield* validateList(
      headers,
      place,
      requestHeaderFix,
      "headers: ['Content-Type'], { add: ['X-Own'] }, or '*' for any",
    );
  const { add = [], ...unknown } = headers as { readonly add?: unknown };
  yield* validateUnknownKeys(unknown, ['add'], `${place}.`);
  const fix = "Give a list: headers: { add: ['X-Own'] }";
  if (add === '*') yield issue('ORIEL_CORS_LIST', `${place}.add`, 'It is "*"', fix);
  else yield* validateList(add, `${place}.add`, requestHeaderFix, fix);
}

/** @param fixOf returns the fix of a valid token that the list must not have; undefined for others */
function* validateList(
  value: unknown,
  place: string,
  fixOf: (token: string) => string | undefined,
  example: string,
): Generator<ConfigIssue> {
  if (value === undefined || value === '*') return;
  if (!Array.isArray(value)) return yield issue('ORIEL_CORS_LIST', place, `It is ${formatValue(value)}`, example);
  for (const [index, token] of (value as unknown[]).entries()) {
    const fix = typeof token !== 'string' || !TOKEN.test(token) || token === '*' ? example : fixOf(token);
    if (fix !== undefined)
      yield issue('ORIEL_CORS_WORD', `${place}[${index}]`, `${formatValue(token)} is not allowed`, fix);
  }
}

function methodFix(method: string): string | undefined {
  if (/^(?:connect|trace|track)$/i.test(method)) return 'Leave it out: no page can send it';
  const upperCase = method.toUpperCase();
  return method === upperCase ? undefined : `Write ${upperCase}: methods are case-sensitive`;
}

function requestHeaderFix(name: string): string | undefined {
  if (/^cookie2?$/i.test(name)) return 'Leave it out: browsers send cookies themselves, with credentials: true';
  return FORBIDDEN.test(name) ? 'Leave it out: pages cannot set it' : undefined;
}

function exposedHeaderFix(name: string): string | undefined {
  return /^set-cookie2?$/i.test(name) ? 'Leave it out: no page can read it' : undefined;
}

// Fetch, "forbidden request-header".
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;
