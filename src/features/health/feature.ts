import type { Feature } from '../feature.ts';
import { validateHealth } from './validate-health.ts';
import type { HealthConfig } from './health-config.ts';
import { Health } from './health.ts';

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
      async onDrain() {
        get().drain();
        if (get().delay > 0) await new Promise((resolve) => setTimeout(resolve, get().delay));
      },
    };
  },
};
