import type { Duration } from '../core/http/duration.ts';
import type { CloseResult } from '../core/server/connections.ts';
import type { NodeServer } from '../core/server/node-server.ts';
import type { ServerOptions } from '../core/server/server-options.ts';
import type { Mode } from '../core/configuration/host-environment.ts';

/** Where to listen. Settings given here override the configuration. */
export interface ListenOptions extends Pick<ServerOptions, 'host' | 'port' | 'gracePeriod'> {
  /**
   * The mode of the host. The environment variable `ORIEL_MODE` takes precedence.
   * @default 'production'
   */
  readonly mode?: Mode;
}

/** A host that listens. */
export interface Listening {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly mode: Mode;
  readonly server: NodeServer;
  /** Stops listening, after every request that has begun was answered. `cut` counts those that were not answered within the grace time. */
  readonly close: (gracePeriod?: Duration) => Promise<CloseResult>;
}
