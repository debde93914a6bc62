import { Hub, OutsideHub, hubRoutes } from '../hub/index.ts';
import type { HubConfig, HubPublisher } from '../hub/index.ts';
import { route } from './route.ts';
import type { RouteDeclaration } from './route.ts';

export { wrongHub } from './check-hub.ts';

/** The hub of one host, made once, whichever way the host is asked. */
export interface HostHub {
  /** What takes updates. */
  readonly publisher: HubPublisher;
  /** The hub itself, when it is inside the host. */
  readonly embedded: Hub | undefined;
  readonly routes: readonly RouteDeclaration[];
  /** Ends the streams, so that a host that stops need not wait for them. */
  drain(): void;
  close(): void;
}

/** Puts the hub together; only hosts that have one load this. */
export function createHub(config: HubConfig): HostHub {
  if (config.url !== undefined) {
    const outside = new OutsideHub(config);
    return { publisher: outside, embedded: undefined, routes: [], drain() {}, close: () => outside.close() };
  }
  const hub = new Hub(config);
  const routes = hubRoutes(hub).map(({ name, line, handle }) =>
    route(name, line, { handle: ({ context }) => handle(context) }),
  );
  return { publisher: hub, embedded: hub, routes, drain: () => hub.drain(), close: () => void hub.close() };
}
