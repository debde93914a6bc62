import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import type { SecurityHeadersConfig, SecurityHeadersSettings } from './security-headers-config.ts';

/** What is wrong with methods from headers, with what search engines are told, and with what browsers are. */
export function* validateSecurityHeaders(config: SecurityHeadersSettings): Generator<ConfigIssue> {
  yield* wrongOverride(config);
  yield* wrongRobots(config.robots);
  const { securityHeaders } = config;
  if (securityHeaders === undefined || typeof securityHeaders === 'boolean') return;
  if (isRecord(securityHeaders)) return yield* wrongHeaders(securityHeaders);
  yield issue('ORIEL_SECURITY_HEADERS', 'securityHeaders', `It is ${formatValue(securityHeaders)}`, 'securityHeaders: true');
}

function* wrongOverride({ methodOverride, cors }: SecurityHeadersSettings): Generator<ConfigIssue> {
  if (methodOverride === undefined || methodOverride === false) return;
  if (methodOverride !== true && !isRecord(methodOverride)) {
    const reason = `It is ${formatValue(methodOverride)}`;
    return yield issue('ORIEL_METHOD_OVERRIDE', 'methodOverride', reason, "true, or { header: 'X-HTTP-Method' }");
  }
  if (methodOverride !== true) yield* validateUnknownKeys(methodOverride, ['header'], 'methodOverride.');
  const header = methodOverride === true ? undefined : methodOverride.header;
  // Forms can set no header that begins so, and pages of other origins have to ask first.
  if (header !== undefined && !(typeof header === 'string' && /^x-[\w-]+$/i.test(header))) {
    const fix = "Name a header that begins with X-: header: 'X-HTTP-Method'";
    return yield issue('ORIEL_METHOD_OVERRIDE', 'methodOverride.header', `It is ${formatValue(header)}`, fix);
  }
  if (!isRecord(cors)) return;
  const name = overrideHeaderName(methodOverride);
  const rules: (readonly [string, CorsRule])[] = [
    ['cors', cors],
    ...(Array.isArray(cors['paths']) ? cors['paths'] : []).map(
      (rule: CorsRule, index) => [`cors.paths[${index}]`, { ...cors, ...rule }] as const,
    ),
  ];
  for (const [place, rule] of rules) {
    if (!admits(rule.headers, name) || ['PUT', 'PATCH', 'DELETE'].every((method) => admits(rule.methods, method)))
      continue;
    const reason = `Pages of other origins may send ${name}, and with it methods that the rule does not name`;
    yield issue(
      'ORIEL_METHOD_OVERRIDE',
      place,
      reason,
      `Name its headers without ${name}, or name PUT, PATCH and DELETE`,
    );
  }
}

type AllowedNames = '*' | readonly string[] | { readonly add: readonly string[] } | undefined;

/** The part of a CORS rule that allows methods and headers. */
interface CorsRule {
  readonly headers?: AllowedNames;
  readonly methods?: AllowedNames;
}

function admits(list: AllowedNames, name: string): boolean {
  if (typeof list === 'object' && 'add' in list) return admits(list.add, name);
  if (list === '*') return true;
  if (list === undefined) return /^(?:PUT|PATCH|DELETE)$/.test(name);
  return Array.isArray(list) && list.some((each) => String(each).toLowerCase() === name.toLowerCase());
}

function* wrongRobots(robots: SecurityHeadersSettings['robots']): Generator<ConfigIssue> {
  if (robots === undefined) return;
  const rules = typeof robots === 'string' ? [{ path: '/', tag: robots }] : robots;
  if (!Array.isArray(rules)) {
    const fix = "robots: 'noindex', or robots: [{ path: '/drafts', tag: 'noindex' }]";
    return yield issue('ORIEL_ROBOTS', 'robots', `It is ${formatValue(robots)}`, fix);
  }
  for (const [index, rule] of (rules as readonly Readonly<Record<string, unknown>>[]).entries()) {
    const place = typeof robots === 'string' ? 'robots' : `robots[${index}]`;
    if (!isRecord(rule) || typeof rule['path'] !== 'string' || !rule['path'].startsWith('/'))
      yield issue('ORIEL_ROBOTS', `${place}.path`, 'It is no path', "path: '/drafts'; everything below it is meant");
    else if (typeof rule['tag'] !== 'string' || !TAG.test(rule['tag']))
      yield issue('ORIEL_ROBOTS', place, `${formatValue(rule['tag'])} tells no search engine anything`, TAGS);
  }
}

const TAG =
  /^(?:[\w-]+: ?)?(?:(?:all|noindex|nofollow|none|noarchive|nosnippet|noimageindex|notranslate|indexifembedded|max-(?:snippet|video-preview): ?-?\d+|max-image-preview: ?(?:none|standard|large)|unavailable_after: ?[\w ,:+-]+)(?:, ?|$))+$/;
const TAGS = "Say 'noindex', 'nofollow', 'none', 'nosnippet' or several of them with commas";

function* wrongHeaders(config: SecurityHeadersConfig): Generator<ConfigIssue> {
  yield* validateUnknownKeys(config, Object.keys(VALUES).concat('hsts'), 'securityHeaders.');
  for (const [name, [pattern, fix]] of Object.entries(VALUES)) {
    const value: unknown = config[name as keyof SecurityHeadersConfig];
    if (value === undefined || value === false || (typeof value === 'string' && pattern.test(value))) continue;
    yield issue('ORIEL_SECURITY_HEADERS', `securityHeaders.${name}`, `It is ${formatValue(value)}`, fix);
  }
  const { hsts } = config;
  if (hsts === undefined) return;
  const seconds = (hsts as { maxAge?: unknown } | null)?.maxAge;
  const place = 'securityHeaders.hsts';
  if (!Number.isInteger(seconds) || Number(seconds) < 0)
    yield issue('ORIEL_SECURITY_HEADERS', place, `It is ${formatValue(hsts)}`, 'hsts: { maxAge: 31_536_000 }, in seconds');
  else if (hsts.preload === true && (hsts.subdomains !== true || hsts.maxAge < YEAR)) {
    const reason = 'Browsers take into their lists only what holds for a year and all names below';
    yield issue(
      'ORIEL_SECURITY_HEADERS',
      place,
      reason,
      'Add subdomains: true and a maxAge of 31_536_000, or leave preload out',
    );
  }
}

const YEAR = 31_536_000;
const VALUES: Readonly<Record<string, readonly [RegExp, string]>> = {
  frames: [/^(?:'none'|'self'|[\w*'.:/-]+(?: [\w*'.:/-]+)*)$/, `Say "'none'", "'self'" or origins, or false`],
  referrer: [
    /^(?:no-referrer|same-origin|origin|strict-origin|(?:strict-)?origin-when-cross-origin)$/,
    "Say 'no-referrer', 'same-origin', 'strict-origin' or 'strict-origin-when-cross-origin', or false",
  ],
  resources: [/^(?:same-origin|same-site|cross-origin)$/, "Say 'same-origin', 'same-site' or 'cross-origin', or false"],
  openers: [
    /^(?:same-origin|same-origin-allow-popups|unsafe-none)$/,
    "Say 'same-origin', 'same-origin-allow-popups' or 'unsafe-none', or false",
  ],
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of the header that a method is taken from, in small letters. */
export function overrideHeaderName(methodOverride: NonNullable<SecurityHeadersSettings['methodOverride']>): string {
  const own = typeof methodOverride === 'object' ? methodOverride.header : undefined;
  return (own ?? 'X-HTTP-Method-Override').toLowerCase();
}
