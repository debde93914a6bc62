import timers from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { isPromise } from 'oriel-core/http';
import { HubRequestError } from './hub-error.ts';
import type { HubPublisher, Published } from './publisher.ts';
import type { UpdateInput } from './update.ts';

/** The result of publishing an update. */
export type SendResult = { readonly published: Published } | { readonly error: unknown };

interface QueuedUpdate {
  readonly update: UpdateInput;
  readonly once: string;
  readonly onResult: (sent: SendResult) => void;
}

/**
 * Publishes updates in the background, one after the other to keep their order. While the hub fails, updates are queued and
 * retried with increasing delays. Updates beyond the limit of the queue are counted and dropped.
 */
export class UpdateQueue {
  readonly counters = { published: 0, retried: 0, failed: 0, dropped: 0 };
  readonly #hub: HubPublisher;
  readonly #maxQueued: number;
  readonly #retries: number;
  readonly #stop = new AbortController();
  readonly #waiting: QueuedUpdate[] = [];
  #busy = false;

  /** @param options `maxQueued`, default 10,000, and `retries` after the first attempt, by default until the hub accepts the update; 0 for a hub that retries by itself */
  constructor(
    hub: HubPublisher,
    {
      maxQueued = 10_000,
      retries = Infinity,
    }: { readonly maxQueued?: number | undefined; readonly retries?: number } = {},
  ) {
    this.#hub = hub;
    this.#maxQueued = maxQueued;
    this.#retries = retries;
  }

  get metrics(): Readonly<Record<string, number>> {
    const { published, retried, failed, dropped } = this.counters;
    return {
      queueSent: published,
      queueRetried: retried,
      queueFailed: failed,
      queueDropped: dropped,
      queueWaiting: this.waiting,
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Publishes or queues an update. It never throws. @param onResult called once, synchronously if the hub is synchronous */
  send(input: UpdateInput, onResult: (sent: SendResult) => void): void {
    // Every retry has the same id, so that the hub can detect an update that it has already accepted.
    const once = randomUUID();
    const update = { id: `urn:uuid:${once}`, ...input };
    if (this.#busy) {
      if (this.#waiting.length >= this.#maxQueued) {
        this.counters.dropped++;
        return onResult({ error: new Error(`The queue of the hub is full: ${this.#maxQueued} updates`) });
      }
      this.#waiting.push({ update, once, onResult });
      return;
    }
    try {
      const published = this.#hub.publish(update, once);
      if (!isPromise(published)) return this.#published(published, onResult);
      this.#busy = true;
      void this.#work(published, { update, once, onResult });
    } catch (error) {
      this.#failed(error, onResult);
    }
  }

  close(): void {
    this.#stop.abort();
    this.#waiting.length = 0;
  }

  async #work(first: Promise<Published>, initial: QueuedUpdate): Promise<void> {
    await this.#finish(first, initial);
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#finish(undefined, next);
    this.#busy = false;
  }

  async #finish(first: Promise<Published> | undefined, { update, once, onResult }: QueuedUpdate): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return this.#published(await (attempt === 0 && first ? first : this.#hub.publish(update, once)), onResult);
      } catch (error) {
        const { aborted } = this.#stop.signal;
        if (error instanceof HubRequestError || attempt >= this.#retries || aborted)
          return this.#failed(error, onResult);
        this.counters.retried++;
        // Not a named import: the timers of a test would not replace it.
        await timers
          .setTimeout(Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random()), undefined, {
            signal: this.#stop.signal,
            ref: false,
          })
          .catch(() => undefined);
      }
    }
  }

  #published(published: Published, onResult: (sent: SendResult) => void): void {
    this.counters.published++;
    onResult({ published });
  }

  #failed(error: unknown, onResult: (sent: SendResult) => void): void {
    this.counters.failed++;
    onResult({ error });
  }
}
