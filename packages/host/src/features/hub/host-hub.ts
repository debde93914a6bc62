import { createSecretKey } from 'node:crypto';
import { Hub } from './hub.ts';
import { ExternalHub } from './external-hub.ts';
import { UpdateQueue } from './update-queue.ts';
import { hubRoutes } from './hub-endpoint.ts';
import type { EmbeddedHubConfig, HubConfig, ExternalHubConfig } from './hub-config.ts';
import type { HubPublisher } from './publisher.ts';
import type { DeriveKeys } from '../../configuration/host-environment.ts';
import { addressKey } from 'oriel-core/node';
import { workerSettings } from '../../server/worker-protocol.ts';
import { createWorkerTransport, deferTransport } from './worker-transport.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import { createTracedPublisher } from './traced-publisher.ts';

export interface HostHub {
  /** Publishes updates of the application. */
  readonly publisher: HubPublisher;
  readonly embedded: Hub | undefined;
  /** Publishes updates of live resources in the background. */
  readonly queue: UpdateQueue;
  readonly routes: readonly RouteDeclaration[];
  /** Connects the transport. Before that, no connection is opened. */
  start(): void;
  /** Ends all streams, so that a stopping host does not wait for them. */
  drain(): void;
  close(): void;
}

/** Creates the hub of a host. */
export function createHub(config: HubConfig, deriveKeys: DeriveKeys): HostHub {
  return config.url === undefined ? createEmbedded(withKeys(config, deriveKeys)) : createExternal(config);
}

// Without its own secret, the hub signs tokens with a key derived from the secret of the host, and accepts older secrets.
function withKeys(config: EmbeddedHubConfig, deriveKeys: DeriveKeys): EmbeddedHubConfig {
  const { secret, publisher, subscriber, verify } = config;
  if (secret !== undefined || verify !== undefined || (publisher !== undefined && subscriber !== undefined))
    return config;
  const keys = deriveKeys('tokens of the hub').map((key) => ({
    key: createSecretKey(key),
    algorithm: 'HS256' as const,
  }));
  return { ...config, publisher: publisher ?? keys, subscriber: subscriber ?? keys };
}

function createEmbedded(config: EmbeddedHubConfig): HostHub {
  const transport = config.transport ?? (workerSettings() && createWorkerTransport(config.history));
  const deferred = transport && deferTransport(transport);
  const hub = new Hub(deferred === undefined ? config : { ...config, transport: deferred }, addressKey);
  const queue = new UpdateQueue(hub);
  const publisher = createTracedPublisher(hub, queue);
  const close = (): void => {
    queue.close();
    void hub.close();
    // A transport of the application is closed by the application.
    if (transport !== config.transport) void transport?.close();
  };
  return {
    publisher,
    embedded: hub,
    queue,
    routes: hubRoutes(hub),
    close,
    start: () => deferred?.start(),
    drain: () => hub.drain(),
  };
}

function createExternal(config: ExternalHubConfig): HostHub {
  const hub = new ExternalHub(config);
  // The external hub retries by itself.
  const queue = new UpdateQueue(hub, { retries: 0 });
  const publisher = createTracedPublisher(hub, queue);
  const close = (): void => {
    queue.close();
    hub.close();
  };
  return { publisher, embedded: undefined, queue, routes: [], start() {}, drain() {}, close };
}
