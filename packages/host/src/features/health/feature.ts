import type { Feature } from '../feature.ts';
import { HEALTH_SETTINGS } from './health-config.ts';
import type { HealthConfig } from './health-config.ts';
import { createHealth } from './health.ts';
import { isObject } from 'oriel-core/http';
import { boolean, either, group, issue, withDefaults } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

export interface HealthSettings {
  readonly health?: boolean | HealthConfig;
  readonly routes?: readonly { readonly name: string; readonly path: string }[];
}

export const feature: Feature<HealthSettings> = {
  name: 'health',
  validate: validateHealth,
  create({ health: settings }, { mode, logger, healthChecks }) {
    if (settings === undefined || settings === false) return {};
    const config = withDefaults(HEALTH_SETTINGS, settings === true ? {} : settings);
    let health: ReturnType<typeof createHealth> | undefined;
    // Created with the first request: checks of features that come later belong to it.
    const get = () =>
      (health ??= createHealth(
        { ...config, checks: { ...healthChecks(), ...config.checks } },
        logger,
        mode === 'development',
      ));
    return {
      answer: (incoming) => get().answer(incoming),
      answers: (incoming) => get().answers(incoming),
      async onDrain() {
        get().drain();
        if (config.delay > 0) await new Promise((resolve) => setTimeout(resolve, config.delay));
      },
    };
  },
};

const HEALTH = either([boolean(), group(HEALTH_SETTINGS)], {
  code: 'ORIEL_CONFIG_HEALTH',
  fix: 'health: true, or { checks: { database: (signal) => … } }',
});

function* validateHealth({ health, routes }: HealthSettings): Generator<ConfigIssue> {
  yield* HEALTH.validate('health', health);
  if (!isObject(health)) return;
  const { live, ready, startup } = withDefaults(HEALTH_SETTINGS, health as HealthConfig);
  const paths = { live, ready, startup };
  for (const [index, [name, path]] of Object.entries(paths).entries()) {
    const taken = (Array.isArray(routes) ? routes : []).find((route) => route?.path === path);
    const same = Object.entries(paths)
      .slice(0, index)
      .find(([, other]) => other === path);
    if (taken !== undefined)
      yield pathIssue(name, `${path} is also the path of the route "${taken.name}", which would never be reached`);
    if (same !== undefined) yield pathIssue(name, `It is also the path of ${same[0]}`);
  }
}

function pathIssue(name: string, reason: string): ConfigIssue {
  return issue(
    'ORIEL_CONFIG_HEALTH_PATH',
    `health.${name}`,
    reason,
    `Use another path: health: { ${name}: '/health/${name}' }`,
  );
}
