import type { Feature } from '../features/feature.ts';
import { hasLimits } from '../features/rate-limit/has-limits.ts';
import { needsCsrf } from '../features/session/needs-csrf.ts';
import { loadByName } from '../load-by-name.ts';
import type { HostConfig } from './config.ts';

/** A built-in feature, before it is loaded. */
export interface FeatureEntry {
  readonly name: string;
  /** Does the configuration use it? Only then it is loaded. */
  readonly isEnabled: (config: HostConfig) => boolean;
  /** Its module below `features/`, which exports `feature`. */
  readonly file: string;
}

/**
 * The built-in features. They are created in this order; a feature that needs what another one provides comes later.
 * The profiler is not among them: it is loaded asynchronously and records what the others do.
 */
export const FEATURES: readonly FeatureEntry[] = [
  { name: 'hub', isEnabled: ({ hub }) => hub !== undefined, file: 'hub/feature' },
  { name: 'locale', isEnabled: ({ locales }) => locales !== undefined, file: 'locale/feature' },
  { name: 'resources', isEnabled: ({ resources, api }) => (resources ?? api) !== undefined, file: 'resources/feature' },
  { name: 'security', isEnabled: ({ security }) => security !== undefined, file: 'security/feature' },
  { name: 'authorization', isEnabled: mayHaveRules, file: 'security/authorization-feature' },
  { name: 'rate-limit', isEnabled: hasLimits, file: 'rate-limit/feature' },
  { name: 'session', isEnabled: ({ sessions }) => sessions !== undefined, file: 'session/feature' },
  { name: 'csrf', isEnabled: needsCsrf, file: 'session/csrf-feature' },
  { name: 'cors', isEnabled: ({ cors }) => cors !== undefined, file: 'cors/feature' },
  { name: 'security-headers', isEnabled: hasSecurityHeaders, file: 'security-headers/feature' },
  { name: 'mcp', isEnabled: hasTools, file: 'mcp/feature' },
  { name: 'live', isEnabled: hasLiveResources, file: 'live/feature' },
  { name: 'files', isEnabled: ({ files }) => files !== undefined, file: 'files/feature' },
  { name: 'metrics', isEnabled: ({ metrics }) => metrics !== undefined && metrics !== false, file: 'metrics/feature' },
  { name: 'health', isEnabled: ({ health }) => health !== undefined && health !== false, file: 'health/feature' },
];

/** Loads a feature. */
export function loadFeature({ file }: FeatureEntry): Feature {
  return loadByName<{ readonly feature: Feature }>(`features/${file}`).feature;
}

/** Loads the module that creates the hub of a host. */
export function loadHub(): typeof import('../features/hub/feature.ts') {
  return loadByName('features/hub/feature');
}

/** Loads the module that opens the shared state of a host. */
export function loadState(): typeof import('./state/open-state.ts') {
  return loadByName('host/state/open-state');
}

function mayHaveRules({ security, routes, resources, api, mcp }: HostConfig): boolean {
  if (typeof mcp === 'object' && mcp.access !== undefined) return true;
  if (security !== undefined || (typeof api?.docs === 'object' && api.docs.access !== undefined)) return true;
  if (Array.isArray(routes) && routes.some((route) => route?.access !== undefined)) return true;
  return Array.isArray(resources) && resources.length > 0;
}

function hasSecurityHeaders({ robots, securityHeaders }: HostConfig): boolean {
  return (robots ?? securityHeaders) !== undefined;
}

function hasLiveResources({ resources }: HostConfig): boolean {
  return Array.isArray(resources) && resources.some((resource) => resource?.definition?.live);
}

function hasTools({ mcp, resources }: HostConfig): boolean {
  if (mcp !== undefined) return mcp !== false;
  return Array.isArray(resources) && resources.some((resource) => Boolean(resource?.definition?.mcp));
}
