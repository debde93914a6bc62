import type { Duration } from 'oriel-core/http';
import type { CloseResult } from '../server/connections.ts';
import { NodeServer } from '../server/node-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import type { Assembly } from './assembly.ts';

export interface RunningServer {
  readonly server: NodeServer;
  readonly close: (gracePeriod?: Duration) => Promise<CloseResult>;
}

/** The servers of a host. The host stops when the last one has closed. */
export class RunningServers {
  readonly #stop: () => Promise<void>;
  /** Servers that have not ended. */
  readonly #running = new Set<RunningServer>();
  /** Servers that have not started to stop. */
  readonly #serving = new Set<RunningServer>();

  constructor(stop: () => Promise<void>) {
    this.#stop = stop;
  }

  /**
   * Creates a server; `add` it when it accepts requests.
   * @param isEmbedded whether another server receives its requests
   */
  create(application: Assembly, options: ServerOptions, isEmbedded = false): RunningServer {
    // While another server continues, the host does not stop; each server ends the streams that it serves.
    const onDraining = (): void => {
      this.#serving.delete(running);
      if (this.#serving.size === 0) application.onDraining?.();
      else application.profiling?.drain();
    };
    const server = new NodeServer({ ...application, onDraining }, options, isEmbedded);
    const running: RunningServer = {
      server,
      close: async (period) => {
        this.#serving.delete(running);
        if (this.#serving.size === 0) await application.retire();
        const closed = await server.close(period);
        if (this.#running.delete(running) && this.#running.size === 0) await this.#stop();
        return closed;
      },
    };
    return running;
  }

  add(running: RunningServer): void {
    this.#running.add(running);
    this.#serving.add(running);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#running].map((running) => running.close()));
  }
}
