import type { Feature } from '../feature.ts';
import type { HealthConfig } from './health-config.ts';
import { Health } from './health.ts';
import { validateUnknownKeys, issue, formatValue, validateDuration } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** The part of the host's configuration that health endpoints depend on. */
export interface HealthSettings {
  readonly health?: boolean | HealthConfig;
  readonly routes?: readonly { readonly name: string; readonly path: string }[];
}

export const feature: Feature<HealthSettings> = {
  name: 'health',
  validate: validateHealth,
  create({ health: settings }, { mode, logger, healthChecks }) {
    if (settings === undefined || settings === false) return {};
    const config = settings === true ? {} : settings;
    let health: Health | undefined;
    // Created with the first request: checks of features that come later belong to it.
    const get = (): Health =>
      (health ??= new Health(
        { ...config, checks: { ...healthChecks(), ...config.checks } },
        logger,
        mode === 'development',
      ));
    return {
      answer: (incoming) => get().answer(incoming),
      answers: (incoming) => get().endpointOf(incoming) !== undefined,
      async onDrain() {
        get().drain();
        if (get().delay > 0) await new Promise((resolve) => setTimeout(resolve, get().delay));
      },
    };
  },
};

/** Yields the issues of the health configuration. */
function* validateHealth({ health, routes }: HealthSettings): Generator<ConfigIssue> {
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
  yield* validateUnknownKeys(health, ['live', 'ready', 'startup', 'checks', 'timeout', 'cache', 'delay'], 'health.');
  const paths = {
    live: health.live ?? '/livez',
    ready: health.ready ?? '/readyz',
    startup: health.startup ?? '/startupz',
  };
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
  for (const other of ['live', 'ready'] as const)
    if (paths.startup === paths[other])
      yield issue(
        'ORIEL_CONFIG_HEALTH_PATH',
        'health.startup',
        `It is also the path of ${other}`,
        "Use different paths, such as '/livez', '/readyz' and '/startupz'",
      );
  for (const name of ['timeout', 'cache', 'delay'] as const)
    yield* validateDuration(`health.${name}`, health[name], { minimum: name === 'timeout' ? 1 : 0, maximum: 600_000 });
  for (const [name, check] of Object.entries(health.checks ?? {})) {
    if (typeof check === 'function') continue;
    yield issue(
      'ORIEL_CONFIG_HEALTH_CHECK',
      `health.checks.${name}`,
      `It is ${formatValue(check)}`,
      'Use a function that rejects if the check fails: (signal) => database.query(…)',
    );
  }
}
