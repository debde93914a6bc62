import { createSecretKey } from 'node:crypto';
import { Hub } from './hub.ts';
import { ExternalHub } from './external-hub.ts';
import { UpdateQueue } from './update-queue.ts';
import { hubRoutes } from './hub-endpoint.ts';
import { metricsRoute } from './metrics-endpoint.ts';
import type { EmbeddedHubConfig, HubConfig, ExternalHubConfig } from './hub-config.ts';
import type { HubPublisher } from './publisher.ts';
import type { HubRoute } from './hub-endpoint.ts';
import type { DeriveKeys } from '../../core/http/derive-keys.ts';
import { addressKey } from '../../core/server/address-key.ts';
import { workerSettings } from '../../core/server/worker-protocol.ts';
import { DeferredTransport } from './deferred-transport.ts';
import { route } from '../../core/routes/route.ts';
import type { RouteDeclaration } from '../../core/routes/route.ts';
import { WorkerTransport } from './worker-transport.ts';
import { TracedPublisher } from './traced-publisher.ts';

/** The hub of one host, made once, whichever way the host is asked. */
export interface HostHub {
  /** What takes updates. */
  readonly publisher: HubPublisher;
  /** The hub itself, when it is inside the host. */
  readonly embedded: Hub | undefined;
  /** Takes updates that nobody waits for. */
  readonly queue: UpdateQueue;
  readonly routes: readonly RouteDeclaration[];
  /** Connects it to the hubs of other processes; before that it opens no connection. */
  start(): void;
  /** Ends the streams, so that a host that stops need not wait for them. */
  drain(): void;
  close(): void;
}

/** Puts the hub together; only hosts that have one load this. */
export function createHub(config: HubConfig, deriveKeys: DeriveKeys): HostHub {
  return config.url === undefined ? createEmbedded(withKeys(config, deriveKeys)) : createOutside(config);
}

// Without a secret of its own the hub signs tokens with a key of the host's secret, and accepts those of older secrets.
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
  const transport = config.transport ?? (workerSettings() && new WorkerTransport(config.history));
  const deferred = transport && new DeferredTransport(transport);
  const hub = new Hub(deferred === undefined ? config : { ...config, transport: deferred }, addressKey);
  const queue = new UpdateQueue(hub);
  const publisher = new TracedPublisher(hub, queue);
  const close = (): void => {
    queue.close();
    void hub.close();
    // A transport of the application is closed by the application.
    if (transport !== config.transport) void transport?.close();
  };
  const routes = routesOf([...hubRoutes(hub), ...metricsOf(config, publisher)]);
  return {
    ...{ publisher, embedded: hub, queue, routes, close },
    start: () => deferred?.start(),
    drain: () => hub.drain(),
  };
}

function createOutside(config: ExternalHubConfig): HostHub {
  const outside = new ExternalHub(config);
  // It tries again by itself.
  const queue = new UpdateQueue(outside, { most: config.queue, retries: 0 });
  const publisher = new TracedPublisher(outside, queue);
  const close = (): void => {
    queue.close();
    outside.close();
  };
  const routes = routesOf(metricsOf(config, publisher));
  return { publisher, embedded: undefined, queue, routes, start() {}, drain() {}, close };
}

function metricsOf({ metrics }: HubConfig, publisher: HubPublisher): readonly HubRoute[] {
  return metrics === undefined ? [] : [metricsRoute(metrics, () => publisher.metrics)];
}

function routesOf(routes: readonly HubRoute[]): readonly RouteDeclaration[] {
  return routes.map(({ name, line, handle }) => route(name, line, { handle: ({ context }) => handle(context) }));
}
