import { validateTrustedOrigins } from '../features/session/validate-csrf.ts';
import { validateBodyLimits } from './check-body-limits.ts';
import { validateHosts } from './check-hosts.ts';
import { validateKeys } from './check-host-keys.ts';
import { validateListeners } from './check-listeners.ts';
import { validatePlugins } from './check-plugins.ts';
import { validateProfiler } from '../features/profiler/check-profiler.ts';
import { validateProxies } from './check-proxies.ts';
import { validateInstances, validateSecret } from './check-secret.ts';
import { validateRoutes } from './check-routes.ts';
import { validateChoices, validateNumbers } from './check-values.ts';
import { resolveMode } from './config.ts';
import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Everything that is wrong with a configuration, apart from its routes. */
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
    ...validateRoutes(config),
    ...validateHosts(config),
    ...validateProxies(config),
    ...validateTrustedOrigins(config.origins, 'origins', 'ORIEL_CONFIG_ORIGINS'),
    ...validateBodyLimits(config),
    ...validateListeners(config),
    ...validatePlugins(config),
    ...validateNumbers(config),
    ...validateChoices(config),
    ...validateProfiler(config),
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
