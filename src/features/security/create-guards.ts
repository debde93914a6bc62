import type { HostConfig } from '../../host/config.ts';
import type { Features, FeatureSurroundings } from '../../host/features.ts';
import { loadFeature } from '../../host/feature-table.ts';
import type { Resources } from '../resources/feature.ts';
import type { RouteDeclaration } from '../../core/routes/route.ts';
import { saysWhoMay } from './says-who-may.ts';

/**
 * Who is asking, and may they: firewalls, and rules. Some routes guard themselves: the profiler's by its key, the hub's by
 * tokens of its own, and what leads in is open to whoever has not come in yet.
 */
export function createGuards(
  config: HostConfig,
  { mode, listening, logger, hub, isProfilers }: FeatureSurroundings,
  resources: Resources | undefined,
): Pick<Features, 'routes' | 'parts' | 'concealment'> {
  const guardsItself = (data: unknown): boolean =>
    isProfilers({ data }) || hub?.routes.includes(declarationOf(data)) === true;
  const security =
    config.security &&
    loadFeature('security').createSecurity(
      config.security,
      config,
      ({ data }) => guardsItself(data),
      listening && mode !== 'development',
      logger,
    );
  const leadsIn = (data: unknown): boolean => security?.routes.includes(declarationOf(data)) === true;
  const access = saysWhoMay(config, resources)
    ? loadFeature('access').createAccess(
        config,
        resources?.grants,
        security?.listeners.firewall,
        (data) => guardsItself(data) || leadsIn(data),
        mode === 'development',
      )
    : undefined;
  return {
    routes: security?.routes ?? [],
    parts: { ...security?.listeners, ...access?.listeners },
    concealment: access?.concealment,
  };
}

function declarationOf(data: unknown): RouteDeclaration {
  return (data as { readonly declaration: RouteDeclaration }).declaration;
}
