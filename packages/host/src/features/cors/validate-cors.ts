import { isObject, isToken } from 'oriel-core/http';
import { rulesOf } from './cors-policy.ts';
import type { CorsConfig, CorsRule } from './cors-config.ts';
import type { NamedRule } from './cors-policy.ts';
import { validateUnknownKeys, issue, formatValue, validateDuration } from 'oriel-core/configuration';
import { validateOrigins } from './validate-origins.ts';
import type { ConfigIssue } from 'oriel-core/configuration';

/**
 * Yields the issues of a CORS configuration, including settings that are valid but not safe.
 *
 * @param trusted the top-level `origins`, which apply if no rule has origins
 */
export function* validateCors(cors: CorsConfig, trusted?: readonly string[]): Generator<ConfigIssue> {
  if (!isObject(cors)) {
    const fix = "Give a rule: cors: { origins: ['https://app.example.com'] }";
    return yield issue('ORIEL_CONFIG_CORS', 'cors', `It is ${formatValue(cors)}`, fix);
  }
  const { paths = [], ...general } = cors;
  yield* validateUnknownKeys(cors, [...MEMBERS, 'paths'], 'cors.');
  if (!Array.isArray(paths) || !(paths as readonly unknown[]).every((each) => isObject(each))) {
    const fix = "paths: [{ path: '/api', origins: ['https://app.example.com'] }]";
    return yield issue('ORIEL_CORS_PATHS', 'cors.paths', 'It is not a list of rules', fix);
  }
  for (const [index, rule] of paths.entries())
    yield* validateUnknownKeys(rule, [...MEMBERS, 'path'], `cors.paths[${index}].`);
  yield* validatePaths(paths);
  if (trusted === undefined && general.origins === undefined && paths.every(({ origins }) => origins === undefined)) {
    const fix = "origins: ['https://app.example.com'], or leave cors out";
    return yield issue('ORIEL_CORS_ORIGINS', 'cors.origins', 'It allows no origin', fix);
  }
  yield* validateTokens(general, 'cors');
  for (const rule of rulesOf(cors)) {
    const own = rule.path === undefined ? general : paths[ruleIndex(rule)]!;
    if (rule.path !== undefined) yield* validateTokens(own, rule.name);
    // What a rule inherits is reported once, at the general rule.
    if (own.origins !== undefined || own.credentials !== undefined) yield* validateOrigins(rule);
    yield* validateCombinations(rule, own);
  }
}

const MEMBERS = ['origins', 'credentials', 'methods', 'headers', 'expose', 'maxAge', 'privateNetwork'];

function* validatePaths(paths: NonNullable<CorsConfig['paths']>): Generator<ConfigIssue> {
  for (const [index, { path }] of paths.entries()) {
    const place = `cors.paths[${index}].path`;
    if (typeof path !== 'string' || !/^\/[^?#*%]*$/.test(path)) {
      const fix = "Give a path prefix, such as '/api'; it includes everything below";
      yield issue('ORIEL_CORS_PATH', place, `${formatValue(path)} is not a path`, fix);
      continue;
    }
    if (PROFILER.test(path)) {
      const reason = `"${path}" is the profiler, and no CORS rule applies to it`;
      yield issue('ORIEL_CORS_PATH', place, reason, 'Leave this rule out');
    }
    const wider = paths.slice(0, index).find((before) => typeof before.path === 'string' && covers(before.path, path));
    if (wider === undefined) continue;
    const reason = `"${path}" is never reached: the first rule that matches applies, and "${wider.path}" comes first`;
    yield issue('ORIEL_CORS_PATH', place, reason, `Move it before "${wider.path}"`);
  }
}

const PROFILER = /^\/_profiler(?:[/.]|$)/;

function covers(wide: string, narrow: string): boolean {
  return narrow === wide || narrow.startsWith(wide.endsWith('/') ? wide : `${wide}/`) || narrow.startsWith(`${wide}.`);
}

function* validateCombinations(rule: NamedRule, own: CorsRule): Generator<ConfigIssue> {
  const { name, origins, credentials, expose, privateNetwork } = rule;
  if (credentials === true && expose === '*' && (own.expose ?? own.credentials) !== undefined) {
    const reason = 'With credentials, browsers read * as the name of a header, so pages could read no header';
    yield issue('ORIEL_CORS_EXPOSE', `${name}.expose`, reason, "Name the headers: expose: ['Link']");
  }
  if (privateNetwork === true && origins.includes('*') && (own.privateNetwork ?? own.origins) !== undefined) {
    const reason = 'Every page on the web could send requests to a host in a private network';
    yield issue('ORIEL_CORS_PRIVATE_NETWORK', `${name}.privateNetwork`, reason, 'Name the allowed origins');
  }
}

function ruleIndex({ name }: NamedRule): number {
  return Number(/\d+/.exec(name)![0]);
}

/** Yields the issues of everything in a rule but its origins: methods, headers, flags and `maxAge`. */
function* validateTokens(rule: CorsRule, name: string): Generator<ConfigIssue> {
  yield* validateList(rule.methods, `${name}.methods`, methodFix, "methods: ['GET', 'POST'], or '*' for any");
  yield* validateHeaders(rule.headers, `${name}.headers`);
  yield* validateList(rule.expose, `${name}.expose`, exposedHeaderFix, "expose: ['Link'], or '*' for all");
  for (const member of ['credentials', 'privateNetwork'] as const) {
    const value: unknown = rule[member];
    if (value === undefined || typeof value === 'boolean') continue;
    yield issue('ORIEL_CONFIG_CHOICE', `${name}.${member}`, `It is ${formatValue(value)}`, 'Set true or false');
  }
  // Browsers cache the response for a day at most.
  yield* validateDuration(`${name}.maxAge`, rule.maxAge, { maximum: 86_400_000, wholeSeconds: true });
}

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
    const fix = typeof token !== 'string' || !isToken(token) || token === '*' ? example : fixOf(token);
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
