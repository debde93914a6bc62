import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { HostConfig } from './config.ts';
import { featuresOf } from './features.ts';

/** Returns the issues that keep a configuration from being used in production, although it works in development. */
export function validateProduction(config: HostConfig): ConfigIssue[] {
  return featuresOf(config).flatMap((feature) => [...(feature.validateProduction?.(config as never) ?? [])]);
}
