import { PacedClient } from './paced-client.ts';
import type { LoadTarget } from './paced-client.ts';

/** A response of a steady load. */
export interface Answered {
  /** When the request was due, on the clock of `performance.now()`. */
  readonly due: number;
  /** Milliseconds from then until the response. */
  readonly took: number;
}

/**
 * Sends requests to one server at a steady rate until it is stopped, a few every two milliseconds, so that the rest of the processor is
 * left to the servers. A request that waits for a free connection is late from the moment when it was due.
 */
export class SteadyLoad {
  readonly answers: Answered[] = [];
  readonly #clients: readonly PacedClient[];
  readonly #free: PacedClient[];
  readonly #due: number[] = [];
  readonly #timer: NodeJS.Timeout;

  private constructor(clients: readonly PacedClient[], perSecond: number) {
    this.#clients = clients;
    this.#free = [...clients];
    const started = performance.now();
    let sent = 0;
    this.#timer = setInterval(() => {
      const now = performance.now();
      for (; sent < ((now - started) * perSecond) / 1000; sent++) this.#due.push(now);
      while (this.#free.length > 0 && this.#due.length > 0) void this.#send(this.#free.shift()!);
    }, 2);
  }

  static async start(target: LoadTarget, perSecond: number, connections = 16): Promise<SteadyLoad> {
    const clients = await Promise.all(Array.from({ length: connections }, () => PacedClient.open(target)));
    return new SteadyLoad(clients, perSecond);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#due.length = 0;
    for (const client of this.#clients) client.close();
  }

  async #send(client: PacedClient): Promise<void> {
    for (let due = this.#due.shift(); due !== undefined; due = this.#due.shift()) {
      await client.request(due);
      this.answers.push({ due, took: performance.now() - due });
    }
    this.#free.push(client);
  }
}
