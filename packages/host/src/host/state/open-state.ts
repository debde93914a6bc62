import type { Transport } from '../../features/hub/transport.ts';
import type { HostConfig } from '../config.ts';
import { applyState } from './apply-state.ts';
import type { CreateStore } from './apply-state.ts';
import { PostgresProfileStorage } from 'oriel/recorder';
import { loadRedis, loadSql } from './load-integration.ts';
import { DEFAULT_PREFIX } from './state-config.ts';
import type { StateConfig, StatePart } from './state-config.ts';
import { StateConnections } from './state-connections.ts';
import type { ReportState } from './state-connections.ts';
import { stateSources } from './state-source.ts';
import type { StateSource } from './state-source.ts';

/** The shared state of a running host. */
export interface OpenState {
  /** The configuration with the shared storages. */
  readonly config: HostConfig;
  /** Connects to the servers. Never rejects: a server that is not available is reported, and used when it is. */
  readonly connect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates the storages that `state` chooses. Connections are opened by `connect`, or with the first command. */
export function openState(config: HostConfig & { readonly state: StateConfig }, report: ReportState): OpenState {
  const { prefix = DEFAULT_PREFIX } = config.state;
  const connections = new StateConnections(prefix, report);
  const sources = stateSources(config.state);
  const transports: Transport[] = [];
  const profiles: PostgresProfileStorage[] = [];
  const create = (part: StatePart): unknown => {
    const source = sources[part]!;
    if (part === 'profiles') {
      const storage = openProfiles(config, String(source.at), report);
      profiles.push(storage);
      return storage;
    }
    const store = CREATE[part](connections.open(source), prefix, source.kind);
    if (part === 'hub') transports.push(store as Transport);
    return store;
  };
  return {
    config: withPools(applyState(config, create as CreateStore), connections.pools),
    async connect() {
      await Promise.all([connections.connect(), ...profiles.map((storage) => storage.connect())]);
    },
    async close() {
      for (const transport of transports) await transport.close();
      for (const profile of profiles) await profile.close();
      await connections.close();
    },
  };
}

/** Returns the configuration whose metrics have the pools that the host has opened. */
function withPools(config: HostConfig, pools: StateConnections['pools']): HostConfig {
  const { metrics } = config;
  if (!metrics) return config;
  const settings = metrics === true ? {} : metrics;
  return { ...config, metrics: { ...settings, pools: { ...pools, ...settings.pools } } };
}

function openProfiles(
  { profiler, state }: HostConfig,
  url: string,
  onTrouble: (message: string) => void,
): PostgresProfileStorage {
  const { caps } = profiler || {};
  return new PostgresProfileStorage({
    url,
    prefix: state?.prefix ?? DEFAULT_PREFIX,
    ...(caps && { caps }),
    onTrouble,
  });
}

const CREATE: Readonly<
  Record<Exclude<StatePart, 'profiles'>, (client: object, prefix: string, kind: StateSource['kind']) => unknown>
> = {
  sessions: (client, prefix, kind) =>
    kind === 'redis'
      ? loadRedis().redisSessionStorage(client, {
          prefix: `${prefix}:session:`,
        })
      : loadSql().sqlSessionStorage(client, {
          table: `${prefix}_sessions`,
        }),
  idempotency: (client, prefix) =>
    loadSql().sqlIdempotencyStore(client, {
      table: `${prefix}_idempotency`,
    }),
  // Names of limits and of login attempts cannot be equal, so that both use the same keys.
  rateLimits: (client, prefix) => loadRedis().redisLimitStore(client, { prefix: `${prefix}:limit:` }),
  hub: (client, prefix) => loadRedis().redisHubTransport(client, { key: `${prefix}:hub` }),
};
