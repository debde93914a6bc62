import { Hub, OutsideHub, UpdateQueue, hubRoutes } from '../hub/index.ts';
import type { HubConfig, HubPublisher } from '../hub/index.ts';
import { route } from './route.ts';
import type { RouteDeclaration } from './route.ts';
import { TracedPublisher } from './traced-publisher.ts';

export { HUB_ROUTES } from '../hub/index.ts';
export { wrongHub } from './check-hub.ts';

/** The hub of one host, made once, whichever way the host is asked. */
export interface HostHub {
  /** What takes updates. */
  readonly publisher: HubPublisher;
  /** The hub itself, when it is inside the host. */
  readonly embedded: Hub | undefined;
  /** Takes updates that nobody waits for. */
  readonly queue: UpdateQueue;
  readonly routes: readonly RouteDeclaration[];
  /** Ends the streams, so that a host that stops need not wait for them. */
  drain(): void;
  close(): void;
}

/** Puts the hub together; only hosts that have one load this. */
export function createHub(config: HubConfig): HostHub {
  if (config.url !== undefined) {
    const outside = new OutsideHub(config);
    // It tries again by itself.
    const queue = new UpdateQueue(outside, { most: config.queue, retries: 0 });
    const close = (): void => {
      queue.close();
      outside.close();
    };
    return { publisher: new TracedPublisher(outside), embedded: undefined, queue, routes: [], drain() {}, close };
  }
  const hub = new Hub(config);
  const routes = hubRoutes(hub).map(({ name, line, handle }) =>
    route(name, line, { handle: ({ context }) => handle(context) }),
  );
  const queue = new UpdateQueue(hub);
  const close = (): void => {
    queue.close();
    void hub.close();
  };
  return { publisher: new TracedPublisher(hub), embedded: hub, queue, routes, drain: () => hub.drain(), close };
}
