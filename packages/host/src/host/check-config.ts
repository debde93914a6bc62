import { validateTrustedOrigins } from '../features/session/validate-csrf.ts';
import {
  validateBodyLimits,
  validateHosts,
  validateChoices,
  validateMigrations,
  validateNumbers,
} from './check-values.ts';
import { validateKeys } from './check-host-keys.ts';
import { validateListeners, validatePlugins, validateRoutes } from './check-routes.ts';
import { validateProfiler } from '../features/profiler/check-profiler.ts';
import { validateProxies } from './forwarding.ts';
import { validateInstances, validateSecret } from './check-secret.ts';
import { resolveMode } from './mode.ts';
import { validateState } from './state/validate-state.ts';
import type { HostConfig } from './config.ts';
import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { createRequire } from 'node:module';

/** Returns the issues of a configuration, except those of its routes. */
export function validateConfig(config: HostConfig): ConfigIssue[] {
  if (typeof config !== 'object' || config === null) {
    return [
      issue(
        'ORIEL_CONFIG_OBJECT',
        'defineHost(…)',
        `The configuration is ${config === null ? 'null' : typeof config}`,
        'Pass an object: defineHost({ routes: [...] })',
      ),
    ];
  }
  return [
    ...validateKeys(config),
    ...validateSecret(config),
    ...validateInstances(config),
    ...validateState(config),
    ...validateRoutes(config),
    ...validateHosts(config),
    ...validateProxies(config),
    ...validateTrustedOrigins(config.origins, 'origins', 'ORIEL_CONFIG_ORIGINS'),
    ...validateBodyLimits(config),
    ...validateListeners(config),
    ...validatePlugins(config),
    ...validateNumbers(config),
    ...validateChoices(config),
    ...validateMigrations(config),
    ...validateProfiler(config, describeKeepIssue),
    ...wrongMode(),
  ];
}

function* wrongMode(): Generator<ConfigIssue> {
  try {
    resolveMode();
  } catch (error) {
    yield issue(
      'ORIEL_CONFIG_MODE',
      'ORIEL_MODE',
      (error as Error).message,
      'Correct the environment variable, or unset it',
    );
  }
}

/**
 * Returns what is wrong with a search of `profiler.keep`; undefined if it is valid. Loads the search language, which
 * only configurations with searches need.
 */
export function describeKeepIssue(search: string): string | undefined {
  const recorder = require('oriel/recorder') as typeof import('oriel/recorder');
  return recorder.describeKeepIssue(search);
}

const require = createRequire(import.meta.url);
