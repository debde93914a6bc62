import { HOST_SETTINGS } from './host-settings.ts';
import { validateBodyLimits, validateListeners, validatePlugins, validateRoutes } from './check-routes.ts';
import { validateProfiler } from '../features/profiler/check-profiler.ts';
import { validateSecret } from './check-secret.ts';
import { resolveMode } from './mode.ts';
import { validateState } from './state/validate-state.ts';
import type { HostConfig } from './config.ts';
import { issue, validateSettings } from 'oriel-core/configuration';
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
    ...validateSettings(HOST_SETTINGS, config, ''),
    ...validateSecret(config),
    ...validateState(config),
    ...validateRoutes(config),
    ...validateBodyLimits(config),
    ...validateListeners(config),
    ...validatePlugins(config),
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
