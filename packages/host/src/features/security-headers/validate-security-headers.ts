import { validateDuration, validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import { toMilliseconds, isObject } from 'oriel-core/http';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { HstsConfig, SecurityHeadersConfig, SecurityHeadersSettings } from './security-headers-config.ts';

/** Yields the issues of `methodOverride`, `robots` and `securityHeaders`. */
export function* validateSecurityHeaders(config: SecurityHeadersSettings): Generator<ConfigIssue> {
  yield* validateMethodOverride(config);
  yield* validateRobots(config.robots);
  const { securityHeaders } = config;
  if (securityHeaders === undefined || typeof securityHeaders === 'boolean') return;
  if (isObject(securityHeaders)) return yield* validateHeaders(securityHeaders);
  yield issue(
    'ORIEL_SECURITY_HEADERS',
    'securityHeaders',
    `It is ${formatValue(securityHeaders)}`,
    'securityHeaders: true',
  );
}

function* validateMethodOverride({ methodOverride, cors }: SecurityHeadersSettings): Generator<ConfigIssue> {
  if (methodOverride === undefined || methodOverride === false) return;
  if (methodOverride !== true && !isObject(methodOverride)) {
    const reason = `It is ${formatValue(methodOverride)}`;
    return yield issue('ORIEL_METHOD_OVERRIDE', 'methodOverride', reason, "true, or { header: 'X-HTTP-Method' }");
  }
  if (methodOverride !== true) yield* validateUnknownKeys(methodOverride, ['header'], 'methodOverride.');
  const header = methodOverride === true ? undefined : methodOverride.header;
  // Forms cannot set such a header, and cross-origin requests with it require a preflight request.
  if (header !== undefined && !(typeof header === 'string' && /^x-[\w-]+$/i.test(header))) {
    const fix = "Name a header that starts with X-: header: 'X-HTTP-Method'";
    return yield issue('ORIEL_METHOD_OVERRIDE', 'methodOverride.header', `It is ${formatValue(header)}`, fix);
  }
  if (!isObject(cors)) return;
  const name = overrideHeaderName(methodOverride);
  const rules: (readonly [string, CorsRule])[] = [
    ['cors', cors],
    ...(Array.isArray(cors['paths']) ? cors['paths'] : []).map(
      (rule: CorsRule, index) => [`cors.paths[${index}]`, { ...cors, ...rule }] as const,
    ),
  ];
  for (const [place, rule] of rules) {
    if (!allows(rule.headers, name) || ['PUT', 'PATCH', 'DELETE'].every((method) => allows(rule.methods, method)))
      continue;
    const reason = `The rule allows the header ${name}, and so methods that it does not list`;
    yield issue(
      'ORIEL_METHOD_OVERRIDE',
      place,
      reason,
      `List its headers without ${name}, or add PUT, PATCH and DELETE to its methods`,
    );
  }
}

type AllowedNames = '*' | readonly string[] | { readonly add: readonly string[] } | undefined;

/** The part of a CORS rule that allows methods and headers. */
interface CorsRule {
  readonly headers?: AllowedNames;
  readonly methods?: AllowedNames;
}

function allows(list: AllowedNames, name: string): boolean {
  if (typeof list === 'object' && 'add' in list) return allows(list.add, name);
  if (list === '*') return true;
  if (list === undefined) return /^(?:PUT|PATCH|DELETE)$/.test(name);
  return Array.isArray(list) && list.some((each) => String(each).toLowerCase() === name.toLowerCase());
}

function* validateRobots(robots: SecurityHeadersSettings['robots']): Generator<ConfigIssue> {
  if (robots === undefined) return;
  const rules = typeof robots === 'string' ? [{ path: '/', tag: robots }] : robots;
  if (!Array.isArray(rules)) {
    const fix = "robots: 'noindex', or robots: [{ path: '/drafts', tag: 'noindex' }]";
    return yield issue('ORIEL_ROBOTS', 'robots', `It is ${formatValue(robots)}`, fix);
  }
  for (const [index, rule] of (rules as readonly Readonly<Record<string, unknown>>[]).entries()) {
    const place = typeof robots === 'string' ? 'robots' : `robots[${index}]`;
    if (!isObject(rule) || typeof rule['path'] !== 'string' || !rule['path'].startsWith('/'))
      yield issue('ORIEL_ROBOTS', `${place}.path`, 'It is not a path', "path: '/drafts'; it includes everything below");
    else if (typeof rule['tag'] !== 'string' || !TAG.test(rule['tag']))
      yield issue('ORIEL_ROBOTS', place, `${formatValue(rule['tag'])} is not a valid X-Robots-Tag`, TAGS);
  }
}

const TAG =
  /^(?:[\w-]+: ?)?(?:(?:all|noindex|nofollow|none|noarchive|nosnippet|noimageindex|notranslate|indexifembedded|max-(?:snippet|video-preview): ?-?\d+|max-image-preview: ?(?:none|standard|large)|unavailable_after: ?[\w ,:+-]+)(?:, ?|$))+$/;
const TAGS = "Use 'noindex', 'nofollow', 'none', 'nosnippet' or several of them with commas";

function* validateHeaders(config: SecurityHeadersConfig): Generator<ConfigIssue> {
  yield* validateUnknownKeys(config, Object.keys(VALUES).concat('hsts'), 'securityHeaders.');
  for (const [name, [pattern, fix]] of Object.entries(VALUES)) {
    const value: unknown = config[name as keyof SecurityHeadersConfig];
    if (value === undefined || value === false || (typeof value === 'string' && pattern.test(value))) continue;
    yield issue('ORIEL_SECURITY_HEADERS', `securityHeaders.${name}`, `It is ${formatValue(value)}`, fix);
  }
  const { hsts } = config;
  if (hsts === undefined) return;
  const place = 'securityHeaders.hsts';
  if (!isObject(hsts))
    return yield issue('ORIEL_SECURITY_HEADERS', place, `It is ${formatValue(hsts)}`, "hsts: { maxAge: '365 d' }");
  yield* validateUnknownKeys(hsts, ['maxAge', 'subdomains', 'preload'], `${place}.`);
  const { maxAge, preload, subdomains } = hsts as Partial<HstsConfig>;
  const issues = [...validateDuration(`${place}.maxAge`, maxAge ?? null, { wholeSeconds: true })];
  yield* issues;
  if (issues.length > 0 || preload !== true) return;
  if (subdomains === true && toMilliseconds(maxAge!) >= YEAR) return;
  const reason = 'The preload list requires a maxAge of at least a year and subdomains';
  const fix = "Add subdomains: true and maxAge: '365 d', or leave preload out";
  yield issue('ORIEL_SECURITY_HEADERS', place, reason, fix);
}

const YEAR = 365 * 86_400_000;
const VALUES: Readonly<Record<string, readonly [RegExp, string]>> = {
  frames: [/^(?:'none'|'self'|[\w*'.:/-]+(?: [\w*'.:/-]+)*)$/, `Use "'none'", "'self'" or origins, or false`],
  referrer: [
    /^(?:no-referrer|same-origin|origin|strict-origin|(?:strict-)?origin-when-cross-origin)$/,
    "Use 'no-referrer', 'same-origin', 'strict-origin' or 'strict-origin-when-cross-origin', or false",
  ],
  resources: [/^(?:same-origin|same-site|cross-origin)$/, "Use 'same-origin', 'same-site' or 'cross-origin', or false"],
  openers: [
    /^(?:same-origin|same-origin-allow-popups|unsafe-none)$/,
    "Use 'same-origin', 'same-origin-allow-popups' or 'unsafe-none', or false",
  ],
};

/** Returns the name of the method override header in lower case. */
export function overrideHeaderName(methodOverride: NonNullable<SecurityHeadersSettings['methodOverride']>): string {
  const configured = typeof methodOverride === 'object' ? methodOverride.header : undefined;
  return (configured ?? 'X-HTTP-Method-Override').toLowerCase();
}
