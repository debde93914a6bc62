import { rulesOf } from './cors-policy.ts';
import type { CorsConfig, CorsRule } from './cors-config.ts';
import type { NamedRule } from './cors-policy.ts';
import { strangers } from '../../core/configuration/check-keys.ts';
import { wrongOrigins } from './check-origins.ts';
import { wrongWords } from './check-cors-words.ts';
import { issue, shown } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/**
 * Everything that is wrong with the rules for other origins: what they cannot mean, and what nobody should.
 * @param trusted the top-level `origins`, which hold where the rules name none
 */
export function* wrongCors(cors: CorsConfig, trusted?: readonly string[]): Generator<ConfigIssue> {
  if (!isRecord(cors)) {
    const fix = "Give its rule: cors: { origins: ['https://app.example.com'] }";
    return yield issue('ORIEL_CONFIG_CORS', 'cors', `It is ${shown(cors)}`, fix);
  }
  const { paths = [], ...around } = cors;
  yield* strangers(cors, [...MEMBERS, 'paths'], 'cors.');
  if (!Array.isArray(paths) || !(paths as readonly unknown[]).every((each) => isRecord(each))) {
    const fix = "paths: [{ path: '/api', origins: ['https://app.example.com'] }]";
    return yield issue('ORIEL_CORS_PATHS', 'cors.paths', 'It is no list of rules', fix);
  }
  for (const [index, rule] of paths.entries()) yield* strangers(rule, [...MEMBERS, 'path'], `cors.paths[${index}].`);
  yield* wrongPaths(paths);
  if (trusted === undefined && around.origins === undefined && paths.every(({ origins }) => origins === undefined)) {
    const fix = "origins: ['https://app.example.com'], or leave cors out";
    return yield issue('ORIEL_CORS_ORIGINS', 'cors.origins', 'It admits nobody', fix);
  }
  yield* wrongWords(around, 'cors');
  for (const rule of rulesOf(cors)) {
    const own = rule.path === undefined ? around : paths[ruleIndex(rule)]!;
    if (rule.path !== undefined) yield* wrongWords(own, rule.name);
    // What a rule has from the one around it is told there.
    if (own.origins !== undefined || own.credentials !== undefined) yield* wrongOrigins(rule);
    yield* wrongTogether(rule, own);
  }
}

const MEMBERS = ['origins', 'credentials', 'methods', 'headers', 'expose', 'maxAge', 'privateNetwork'];

function* wrongPaths(paths: NonNullable<CorsConfig['paths']>): Generator<ConfigIssue> {
  for (const [index, { path }] of paths.entries()) {
    const place = `cors.paths[${index}].path`;
    if (typeof path !== 'string' || !/^\/[^?#*%]*$/.test(path)) {
      const fix = "Give the beginning of paths, such as '/api'; everything below it is meant";
      yield issue('ORIEL_CORS_PATH', place, `${shown(path)} is no path`, fix);
      continue;
    }
    if (PROFILER.test(path)) {
      const reason = `"${path}" is the profiler, and no CORS rule applies to it`;
      yield issue('ORIEL_CORS_PATH', place, reason, 'Leave this rule out');
    }
    const wider = paths.slice(0, index).find((before) => typeof before.path === 'string' && covers(before.path, path));
    if (wider === undefined) continue;
    const reason = `"${path}" is never reached: "${wider.path}" stands before it, and the first that fits counts`;
    yield issue('ORIEL_CORS_PATH', place, reason, `Put it before "${wider.path}"`);
  }
}

const PROFILER = /^\/_profiler(?:[/.]|$)/;

function covers(wide: string, narrow: string): boolean {
  return narrow === wide || narrow.startsWith(wide.endsWith('/') ? wide : `${wide}/`) || narrow.startsWith(`${wide}.`);
}

function* wrongTogether(rule: NamedRule, own: CorsRule): Generator<ConfigIssue> {
  const { name, origins, credentials, expose, privateNetwork } = rule;
  if (credentials === true && expose === '*' && (own.expose ?? own.credentials) !== undefined) {
    const reason = 'With credentials a browser takes * for the name of a header, and nothing can be read';
    yield issue('ORIEL_CORS_EXPOSE', `${name}.expose`, reason, "Name the headers: expose: ['Link']");
  }
  if (privateNetwork === true && origins.includes('*') && (own.privateNetwork ?? own.origins) !== undefined) {
    const reason = 'Every page of the web could ask a host in a private network';
    yield issue('ORIEL_CORS_PRIVATE_NETWORK', `${name}.privateNetwork`, reason, 'Name the origins that may');
  }
}

function ruleIndex({ name }: NamedRule): number {
  return Number(/\d+/.exec(name)![0]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
