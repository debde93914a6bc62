import type { CloseResult, NodeServer } from '../core/server/node-server.ts';
import type { ServerOptions } from '../core/server/server-options.ts';
import type { Mode } from '../core/configuration/mode.ts';

/** Where to listen. Settings given here override the configuration. */
export interface ListenOptions extends Pick<ServerOptions, 'host' | 'port' | 'graceMs'> {
  /** Default production; `ORIEL_MODE` overrides. */
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
  readonly close: (graceMs?: number) => Promise<CloseResult>;
}
