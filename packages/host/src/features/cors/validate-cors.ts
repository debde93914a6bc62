import { isObject } from 'oriel-core/http';
import { group, issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { CORS_SETTINGS } from './cors-config.ts';
import type { CorsConfig, CorsRule } from './cors-config.ts';
import { getRules, isBelow } from './cors-policy.ts';
import type { NamedRule } from './cors-policy.ts';
import { validateOrigins } from './validate-origins.ts';

const CORS = group(CORS_SETTINGS, {
  code: 'ORIEL_CONFIG_CORS',
  fix: "Give a rule: cors: { origins: ['https://app.example.com'] }",
});

/**
 * Yields the issues of a CORS configuration, including settings that are valid but not safe.
 *
 * @param trusted the top-level `origins`, which apply if no rule has origins
 */
export function* validateCors(cors: CorsConfig, trusted?: readonly string[]): Generator<ConfigIssue> {
  yield* CORS.validate('cors', cors);
  if (!isObject(cors)) return;
  const { paths = [], ...general } = cors as CorsConfig;
  if (!Array.isArray(paths) || !(paths as readonly unknown[]).every((path) => isObject(path))) return;
  yield* validatePaths(paths);
  if (trusted === undefined && general.origins === undefined && paths.every(({ origins }) => origins === undefined)) {
    const fix = "origins: ['https://app.example.com'], or leave cors out";
    return yield issue('ORIEL_CORS_ORIGINS', 'cors.origins', 'It allows no origin', fix);
  }
  for (const rule of getRules(cors)) {
    const declaredRule = rule.path === undefined ? general : paths[ruleIndex(rule)]!;
    // What a rule inherits is reported once, at the general rule.
    if (declaredRule.origins !== undefined || declaredRule.credentials !== undefined) yield* validateOrigins(rule);
    yield* validateCombinations(rule, declaredRule);
  }
}

function* validatePaths(paths: NonNullable<CorsConfig['paths']>): Generator<ConfigIssue> {
  for (const [index, { path }] of paths.entries()) {
    if (typeof path !== 'string') continue;
    const settingPath = `cors.paths[${index}].path`;
    if (PROFILER.test(path)) {
      const reason = `"${path}" is the profiler, and no CORS rule applies to it`;
      yield issue('ORIEL_CORS_PATH', settingPath, reason, 'Leave this rule out');
    }
    const wider = paths.slice(0, index).find((before) => typeof before.path === 'string' && isBelow(path, before.path));
    if (wider === undefined) continue;
    const reason = `"${path}" is never reached: the first rule that matches applies, and "${wider.path}" comes first`;
    yield issue('ORIEL_CORS_PATH', settingPath, reason, `Move it before "${wider.path}"`);
  }
}

const PROFILER = /^\/_profiler(?:[/.]|$)/;

function* validateCombinations(rule: NamedRule, declaredRule: CorsRule): Generator<ConfigIssue> {
  const { name, credentials, expose } = rule;
  if (credentials === true && expose === '*' && (declaredRule.expose ?? declaredRule.credentials) !== undefined) {
    const reason = 'With credentials, browsers read * as the name of a header, so pages could read no header';
    yield issue('ORIEL_CORS_EXPOSE', `${name}.expose`, reason, "Name the headers: expose: ['Link']");
  }
}

function ruleIndex({ name }: NamedRule): number {
  return Number(/\d+/.exec(name)![0]);
}
