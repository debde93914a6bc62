import { wrongTrusted } from '../features/session/check-csrf.ts';
import { bodyLimitIssues } from './check-body-limits.ts';
import { wrongHosts } from './check-hosts.ts';
import { unknownKeys } from './check-host-keys.ts';
import { wrongListeners } from './check-listeners.ts';
import { validatePlugins } from './check-plugins.ts';
import { wrongProfiler } from '../features/profiler/check-profiler.ts';
import { wrongProxies } from './check-proxies.ts';
import { validateInstances, validateSecret } from './check-secret.ts';
import { wrongRoutes } from './check-routes.ts';
import { wrongChoices, wrongNumbers } from './check-values.ts';
import { resolveMode } from './config.ts';
import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Everything that is wrong with a configuration, apart from its routes. */
export function checkConfig(config: HostConfig): ConfigIssue[] {
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
    ...unknownKeys(config),
    ...validateSecret(config),
    ...validateInstances(config),
    ...wrongRoutes(config),
    ...wrongHosts(config),
    ...wrongProxies(config),
    ...wrongTrusted(config.origins, 'origins', 'ORIEL_CONFIG_ORIGINS'),
    ...bodyLimitIssues(config),
    ...wrongListeners(config),
    ...validatePlugins(config),
    ...wrongNumbers(config),
    ...wrongChoices(config),
    ...wrongProfiler(config),
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
