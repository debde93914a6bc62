import type { ResourceRegistry } from '../features/resources/building/resource-registry.ts';
import type { DeriveKeys } from '../core/http/derive-keys.ts';
import type { WordsOf } from '../core/listeners/error-listener.ts';
import type { Concealment } from '../features/security/concealment.ts';
import type { HostConfig, Mode } from './config.ts';
import { createGuards } from '../features/security/create-guards.ts';
import type { Health } from '../features/health/health.ts';
import type { HostLogger } from './host-logger.ts';
import type { HostHub } from '../features/hub/host-hub.ts';
import { hasLimits } from '../features/rate-limit/has-limits.ts';
import { isHardened } from '../features/security-headers/is-hardened.ts';
import { loadFeature } from './feature-table.ts';
import { needsCsrf } from '../features/session/needs-csrf.ts';
import type { PipelineParts } from './pipeline.ts';
import type { RouteDeclaration } from '../core/routes/route.ts';

/** What a host has beside the core. */
export interface Features {
  readonly registry: ResourceRegistry | undefined;
  /** The words in which problems are told, when the host speaks several languages. */
  readonly words: WordsOf | undefined;
  readonly health: Health | undefined;
  readonly routes: readonly RouteDeclaration[];
  readonly parts: PipelineParts;
  /** Decides which routes a request may learn of; undefined where the host has no access rules. */
  readonly concealment: Concealment | undefined;
}

/** What features are put into. */
export interface FeatureSurroundings {
  readonly mode: Mode;
  readonly listening: boolean;
  readonly logger: HostLogger['logger'];
  readonly hub: HostHub | undefined;
  readonly deriveKeys: DeriveKeys;
  /** Is it a route of the profiler? */
  readonly isProfilers: (route: { readonly data?: unknown }) => boolean;
}

/** Makes what a configuration asks for beside the core; each part is loaded by hosts that have it, and by nobody else. */
export function createFeatures(config: HostConfig, surroundings: FeatureSurroundings): Features {
  const { mode, logger, hub, deriveKeys, isProfilers } = surroundings;
  const development = mode === 'development';
  const { cors, sessions, rateLimits = [] } = config;
  const locales = config.locales && loadFeature('locales').createLocales(config.locales);
  const resources =
    config.resources && loadFeature('resources').createResources(config.resources, config, deriveKeys, locales?.words);
  const guards = createGuards(config, surroundings, resources);
  return {
    registry: resources?.registry,
    words: locales?.words,
    health: config.health ? loadFeature('health').createHealth(config.health, logger, development) : undefined,
    concealment: guards.concealment,
    routes: [...(resources?.routes ?? []), ...guards.routes, ...(hub?.routes ?? [])],
    parts: {
      ...((development || isHardened(config)) && loadFeature('hardening').createHardening(config, mode)),
      ...(cors && loadFeature('cors').createCors(config).listeners),
      ...resources?.listeners,
      ...(hub && resources?.live && loadFeature('live').createLive(resources.registry, config, hub, logger)),
      ...locales?.listeners,
      ...(hasLimits(config) && loadFeature('limits').createLimits(rateLimits, logger, isProfilers)),
      ...(needsCsrf(config) && loadFeature('csrf').createCsrf(config)),
      ...(sessions && loadFeature('sessions').createSessions(sessions, mode, logger, rateLimits)),
      ...guards.parts,
    },
  };
}
