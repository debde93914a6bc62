import type { CorsRule } from './cors-config.ts';
import { strangers } from '../../core/configuration/check-keys.ts';
import { issue, shown } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Members of a rule that hold something else than they should: methods and headers that are none, odd numbers. */
export function* wrongWords(rule: CorsRule, name: string): Generator<ConfigIssue> {
  yield* wrongList(rule.methods, `${name}.methods`, methodFlaw, "methods: ['GET', 'POST'], or '*' for any");
  yield* wrongHeaders(rule.headers, `${name}.headers`);
  yield* wrongList(rule.expose, `${name}.expose`, exposedFlaw, "expose: ['Link'], or '*' for all");
  for (const member of ['credentials', 'privateNetwork'] as const) {
    const value: unknown = rule[member];
    if (value === undefined || typeof value === 'boolean') continue;
    yield issue('ORIEL_CONFIG_CHOICE', `${name}.${member}`, `It is ${shown(value)}`, 'Choose true or false');
  }
  const { maxAge } = rule;
  if (maxAge === undefined || (Number.isInteger(maxAge) && maxAge >= 0 && maxAge <= DAY)) return;
  const fix = 'Give whole seconds from 0 to 86,400: no browser keeps an answer longer than a day';
  yield issue('ORIEL_CONFIG_NUMBER', `${name}.maxAge`, `It is ${shown(maxAge)}`, fix);
}

const DAY = 86_400;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function* wrongHeaders(headers: unknown, place: string): Generator<ConfigIssue> {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    return yield* wrongList(
      headers,
      place,
      headerFlaw,
      "headers: ['Content-Type'], { add: ['X-Own'] }, or '*' for any",
    );
  const { add = [], ...unknown } = headers as { readonly add?: unknown };
  yield* strangers(unknown, ['add'], `${place}.`);
  const fix = "Give a list: headers: { add: ['X-Own'] }";
  if (add === '*') yield issue('ORIEL_CORS_LIST', `${place}.add`, 'It is "*"', fix);
  else yield* wrongList(add, `${place}.add`, headerFlaw, fix);
}

function* wrongList(
  value: unknown,
  place: string,
  flaw: (word: string) => string | undefined,
  example: string,
): Generator<ConfigIssue> {
  if (value === undefined || value === '*') return;
  if (!Array.isArray(value)) return yield issue('ORIEL_CORS_LIST', place, `It is ${shown(value)}`, example);
  for (const [index, word] of (value as unknown[]).entries()) {
    const wrong = typeof word !== 'string' || !TOKEN.test(word) || word === '*' ? example : flaw(word);
    if (wrong !== undefined)
      yield issue('ORIEL_CORS_WORD', `${place}[${index}]`, `${shown(word)} has no place in it`, wrong);
  }
}

function methodFlaw(method: string): string | undefined {
  if (/^(?:connect|trace|track)$/i.test(method)) return 'Leave it out: no page can send it';
  const capitals = method.toUpperCase();
  return method === capitals ? undefined : `Write ${capitals}: methods have a case`;
}

function headerFlaw(name: string): string | undefined {
  if (/^cookie2?$/i.test(name)) return 'Leave it out: browsers send cookies themselves, with credentials: true';
  return FORBIDDEN.test(name) ? 'Leave it out: pages cannot set it' : undefined;
}

function exposedFlaw(name: string): string | undefined {
  return /^set-cookie2?$/i.test(name) ? 'Leave it out: no page can read it' : undefined;
}

// Fetch, "forbidden request-header".
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;
