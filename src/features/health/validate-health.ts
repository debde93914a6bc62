import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import type { HealthSettings } from './feature.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Yields the issues of the health configuration. */
export function* validateHealth({ health, routes }: HealthSettings): Generator<ConfigIssue> {
  if (health === undefined || health === true || health === false) return;
  if (typeof health !== 'object' || health === null) {
    yield issue(
      'ORIEL_CONFIG_HEALTH',
      'health',
      `It is ${formatValue(health)}`,
      'health: true, or { checks: { database: (signal) => … } }',
    );
    return;
  }
  yield* validateUnknownKeys(health, ['live', 'ready', 'checks', 'timeout', 'cache', 'delay'], 'health.');
  const paths = { live: health.live ?? '/livez', ready: health.ready ?? '/readyz' };
  for (const [name, path] of Object.entries(paths)) {
    if (typeof path !== 'string' || !/^\/[^?#{}\s]*$/.test(path))
      yield issue(
        'ORIEL_CONFIG_HEALTH_PATH',
        `health.${name}`,
        `${formatValue(path)} is not a path`,
        "Use a path such as '/readyz'",
      );
    const taken = (Array.isArray(routes) ? routes : []).find((route) => route?.path === path);
    if (taken !== undefined)
      yield issue(
        'ORIEL_CONFIG_HEALTH_PATH',
        `health.${name}`,
        `${path} is also the path of the route "${taken.name}", which would never be reached`,
        `Use another path: health: { ${name}: '/health/${name}' }`,
      );
  }
  if (paths.live === paths.ready)
    yield issue(
      'ORIEL_CONFIG_HEALTH_PATH',
      'health.ready',
      'It is also the path of live',
      "Use different paths, such as '/livez' and '/readyz'",
    );
  for (const name of ['timeout', 'cache', 'delay'] as const) {
    const value: unknown = health[name];
    const min = name === 'timeout' ? 1 : 0;
    if (value === undefined || (typeof value === 'number' && value >= min && value <= MAX_MS)) continue;
    yield issue(
      'ORIEL_CONFIG_NUMBER',
      `health.${name}`,
      `It is ${formatValue(value)}`,
      `Set milliseconds from ${min} to ${MAX_MS}`,
    );
  }
  for (const [name, check] of Object.entries(health.checks ?? {})) {
    if (typeof check === 'function') continue;
    yield issue(
      'ORIEL_CONFIG_HEALTH_CHECK',
      `health.checks.${name}`,
      `It is ${formatValue(check)}`,
      'Give a function that rejects if the check fails: (signal) => database.query(…)',
    );
  }
}

const MAX_MS = 600_000;
