import type { Duration } from 'oriel-core/http';
import type { CloseResult } from '../server/connections.ts';
import type { NodeServer } from '../server/node-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import type { Mode } from '../configuration/host-environment.ts';

/** Where to listen. Settings given here override the configuration. */
export interface ListenOptions extends Pick<ServerOptions, 'host' | 'port'> {
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
