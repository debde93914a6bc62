import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import type { HealthSettings } from './feature.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Paths that cannot be asked or that routes have, checks that are none, times that are no time. */
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
      yield issue('ORIEL_CONFIG_HEALTH_PATH', `health.${name}`, `${formatValue(path)} is no path`, "Write it as '/readyz'");
    const taken = (Array.isArray(routes) ? routes : []).find((route) => route?.path === path);
    if (taken !== undefined)
      yield issue(
        'ORIEL_CONFIG_HEALTH_PATH',
        `health.${name}`,
        `${path} is the path of the route "${taken.name}", which nobody would reach`,
        `Choose another: health: { ${name}: '/health/${name}' }`,
      );
  }
  if (paths.live === paths.ready)
    yield issue(
      'ORIEL_CONFIG_HEALTH_PATH',
      'health.ready',
      'It is the path of live as well',
      "Keep '/livez' and '/readyz'",
    );
  for (const name of ['timeout', 'cache', 'delay'] as const) {
    const value: unknown = health[name];
    const least = name === 'timeout' ? 1 : 0;
    if (value === undefined || (typeof value === 'number' && value >= least && value <= LONGEST)) continue;
    yield issue(
      'ORIEL_CONFIG_NUMBER',
      `health.${name}`,
      `It is ${formatValue(value)}`,
      `Give milliseconds from ${least} to ${LONGEST}`,
    );
  }
  for (const [name, check] of Object.entries(health.checks ?? {})) {
    if (typeof check === 'function') continue;
    yield issue(
      'ORIEL_CONFIG_HEALTH_CHECK',
      `health.checks.${name}`,
      `It is ${formatValue(check)}`,
      'Give a function that rejects when it is not well: (signal) => database.query(…)',
    );
  }
}

const LONGEST = 600_000;
