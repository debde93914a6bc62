import { randomUUID } from 'node:crypto';
import { HubRequestError } from './hub-error.ts';
import type { HubPublisher, Published } from './publisher.ts';
import type { UpdateInput } from './update.ts';

/** What became of an update: how it was published, or why it was not. */
export type SendResult = { readonly published: Published } | { readonly error: unknown };

interface Waiting {
  readonly update: UpdateInput;
  readonly once: string;
  readonly told: (sent: SendResult) => void;
}

/**
 * Publishes updates that nobody waits for, one after the other, so that they arrive in their order. While the hub is down so
 * many wait, and each is tried again a little later; what finds no room is counted and let go.
 */
export class UpdateQueue {
  readonly counters = { published: 0, retried: 0, failed: 0, dropped: 0 };
  readonly #hub: HubPublisher;
  readonly #most: number;
  readonly #retries: number;
  readonly #stop = new AbortController();
  readonly #waiting: Waiting[] = [];
  #busy = false;

  /** @param retries attempts after the first; none for a hub that tries again by itself */
  constructor(
    hub: HubPublisher,
    { most = 1000, retries = 5 }: { readonly most?: number | undefined; readonly retries?: number } = {},
  ) {
    this.#hub = hub;
    this.#most = most;
    this.#retries = retries;
  }

  /** What it has done so far, and how many wait. */
  get metrics(): Readonly<Record<string, number>> {
    const { published, retried, failed, dropped } = this.counters;
    return {
      ...{ queueSent: published, queueRetried: retried, queueFailed: failed, queueDropped: dropped },
      queueWaiting: this.waiting,
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Never throws and never waits. @param told is called once, at once where the hub takes no time */
  send(given: UpdateInput, told: (sent: SendResult) => void): void {
    // Named here, so that one that is tried again is still the same, whatever names the application gives.
    const once = randomUUID();
    const update = { id: `urn:uuid:${once}`, ...given };
    if (this.#busy) {
      if (this.#waiting.length >= this.#most) {
        this.counters.dropped++;
        return told({ error: new Error(`More than ${this.#most} updates wait for the hub`) });
      }
      this.#waiting.push({ update, once, told });
      return;
    }
    try {
      const published = this.#hub.publish(update, once);
      if (!(published instanceof Promise)) return this.#published(published, told);
      this.#busy = true;
      void this.#work(published, { update, once, told });
    } catch (error) {
      this.#failed(error, told);
    }
  }

  /** Gives up what waits. */
  close(): void {
    this.#stop.abort();
    this.#waiting.length = 0;
  }

  async #work(first: Promise<Published>, begun: Waiting): Promise<void> {
    await this.#finish(first, begun);
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#finish(undefined, next);
    this.#busy = false;
  }

  async #finish(first: Promise<Published> | undefined, { update, once, told }: Waiting): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return this.#published(await (attempt === 0 && first ? first : this.#hub.publish(update, once)), told);
      } catch (error) {
        const { aborted } = this.#stop.signal;
        if (error instanceof HubRequestError || attempt >= this.#retries || aborted) return this.#failed(error, told);
        this.counters.retried++;
        await pause(Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random()), this.#stop.signal);
      }
    }
  }

  #published(published: Published, told: (sent: SendResult) => void): void {
    this.counters.published++;
    told({ published });
  }

  #failed(error: unknown, told: (sent: SendResult) => void): void {
    this.counters.failed++;
    told({ error });
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
