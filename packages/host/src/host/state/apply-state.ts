import type { Transport } from '../../features/hub/transport.ts';
import { hasLimits } from '../../features/rate-limit/has-limits.ts';
import { limitSettings } from '../../features/rate-limit/rate-limit.ts';
import type { LimitStore } from '../../features/rate-limit/rate-limit.ts';
import type { IdempotencyStore } from '../../features/resources/declare/idempotency-store.ts';
import type { ProfileStorage } from 'oriel/recorder';
import type { SessionStorage } from '../../features/session/session-storage.ts';
import type { HostConfig } from '../config.ts';
import type { StatePart } from './state-config.ts';
import { stateSources } from './state-source.ts';

/** The storage of each part of the state. */
export interface StateStores {
  readonly sessions: SessionStorage;
  readonly idempotency: IdempotencyStore;
  readonly rateLimits: LimitStore;
  readonly hub: Transport;
  readonly profiles: ProfileStorage;
}

/** Creates the storage of one part. */
export type CreateStore = <Part extends StatePart>(part: Part) => StateStores[Part];

/** Returns the configuration in which each part that `state` covers, and that has no storage of its own, has a shared one. */
export function applyState(config: HostConfig, create: CreateStore): HostConfig {
  const parts = coveredParts(config);
  if (parts.size === 0) return config;
  const { sessions, api, rateLimits, hub, profiler } = config;
  return {
    ...config,
    ...(parts.has('sessions') && { sessions: { ...sessions, storage: create('sessions') } }),
    ...(parts.has('idempotency') && {
      api: { ...api, idempotency: { ...api?.idempotency, store: create('idempotency') } },
    }),
    ...(parts.has('rateLimits') && {
      rateLimits: { ...(rateLimits && limitSettings(rateLimits)), store: create('rateLimits') },
    }),
    ...(parts.has('hub') && hub?.url === undefined && hub && { hub: { ...hub, transport: create('hub') } }),
    ...(parts.has('profiles') && { profiler: { ...profiler, storage: create('profiles') } }),
  };
}

/** Returns the parts of a configuration whose storage `state` chooses. */
export function coveredParts(config: HostConfig): ReadonlySet<StatePart> {
  if (config.state === undefined) return new Set();
  const sources = stateSources(config.state);
  return new Set((Object.keys(sources) as StatePart[]).filter((part) => NEEDS[part](config)));
}

const NEEDS: Readonly<Record<StatePart, (config: HostConfig) => boolean>> = {
  sessions: ({ sessions }) => sessions !== undefined && sessions.storage === undefined,
  idempotency: ({ resources = [], api }) => resources.length > 0 && api?.idempotency?.store === undefined,
  rateLimits: (config) => (hasLimits(config) || countsLogins(config)) && isOpen(limitSettings(config.rateLimits ?? [])),
  hub: ({ hub }) => hub !== undefined && hub.url === undefined && hub.transport === undefined,
  // A host in development keeps its profiles in a file unless the setting names the database of profiles.
  profiles: ({ profiler, state }) =>
    profiler !== false &&
    profiler?.storage === undefined &&
    profiler?.file === undefined &&
    (Boolean(state?.profiles) || profiler?.key !== undefined),
};

// Login attempts are counted in the store of the rate limits.
function countsLogins({ security }: HostConfig): boolean {
  return security !== undefined && security.throttle !== false && security.throttle?.perProcess !== true;
}

function isOpen({ store, perProcess }: { readonly store?: LimitStore; readonly perProcess?: boolean }): boolean {
  return store === undefined && perProcess !== true;
}
