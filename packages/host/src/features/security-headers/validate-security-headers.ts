import { isObject, toMilliseconds } from 'oriel-core/http';
import { boolean, either, group, issue, list } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { ROBOTS_SETTINGS, SECURITY_HEADERS_SETTINGS } from './security-headers-config.ts';
import type { SecurityHeadersConfig, SecurityHeadersSettings } from './security-headers-config.ts';

/** The header that replaces the method of a POST request, in lower case. */
export const OVERRIDE_HEADER = 'x-http-method-override';

const METHOD_OVERRIDE = boolean({ code: 'ORIEL_METHOD_OVERRIDE' });
const ROBOTS = either([ROBOTS_SETTINGS.tag, list(group(ROBOTS_SETTINGS))], {
  code: 'ORIEL_ROBOTS',
  fix: "robots: 'noindex', or robots: [{ path: '/drafts', tag: 'noindex' }]",
});
const SECURITY_HEADERS = either([boolean(), group(SECURITY_HEADERS_SETTINGS)], {
  code: 'ORIEL_SECURITY_HEADERS',
  fix: 'securityHeaders: true',
});

/** Yields the issues of `methodOverride`, `robots` and `securityHeaders`. */
export function* validateSecurityHeaders(config: SecurityHeadersSettings): Generator<ConfigIssue> {
  yield* METHOD_OVERRIDE.validate('methodOverride', config.methodOverride);
  if (config.methodOverride === true && isObject(config.cors)) yield* validateAllowedMethods(config.cors);
  yield* ROBOTS.validate('robots', config.robots);
  const issues = [...SECURITY_HEADERS.validate('securityHeaders', config.securityHeaders)];
  yield* issues;
  if (issues.length === 0) yield* validatePreload(config.securityHeaders);
}

function* validateAllowedMethods(cors: Readonly<Record<string, unknown>>): Generator<ConfigIssue> {
  const rules: (readonly [string, CorsRule])[] = [
    ['cors', cors],
    ...(Array.isArray(cors['paths']) ? cors['paths'] : []).map(
      (rule: CorsRule, index) => [`cors.paths[${index}]`, { ...cors, ...rule }] as const,
    ),
  ];
  for (const [place, { headers, methods }] of rules) {
    if (!allows(headers, OVERRIDE_HEADER)) continue;
    if (['PUT', 'PATCH', 'DELETE'].every((method) => allows(methods, method))) continue;
    const reason = 'The rule allows the header X-HTTP-Method-Override, and so methods that it does not list';
    const fix = 'List its headers without that one, or add PUT, PATCH and DELETE to its methods';
    yield issue('ORIEL_METHOD_OVERRIDE', place, reason, fix);
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

function* validatePreload(securityHeaders: boolean | SecurityHeadersConfig | undefined): Generator<ConfigIssue> {
  const { hsts } = Object(securityHeaders) as SecurityHeadersConfig;
  if (hsts?.preload !== true || (hsts.subdomains === true && toMilliseconds(hsts.maxAge) >= YEAR)) return;
  const reason = 'The preload list requires a maxAge of at least a year and subdomains';
  const fix = "Add subdomains: true and maxAge: '365 d', or leave preload out";
  yield issue('ORIEL_SECURITY_HEADERS', 'securityHeaders.hsts', reason, fix);
}

const YEAR = 365 * 86_400_000;
