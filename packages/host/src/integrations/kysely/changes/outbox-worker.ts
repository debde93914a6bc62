import { randomUUID } from 'node:crypto';
import { atMost, messageOf } from 'oriel-core/http';
import type { ClaimedMessage, OutboxTable } from './outbox-table.ts';
import { RefusedMessageError } from './webhook.ts';

/** The settings of a worker. Durations are in milliseconds. */
export interface OutboxWorkerOptions {
  readonly attempts: number;
  readonly retryMs: number;
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly now: () => number;
}

/** Delivers a message, or rejects. `signal` is aborted at the time limit. */
export type DeliverMessage = (message: ClaimedMessage, signal: AbortSignal) => Promise<void>;

/** Delivers the messages of an outbox. Several workers, also of other processes, can use the same table. */
export class OutboxWorker {
  readonly #table: OutboxTable;
  readonly #deliver: DeliverMessage;
  readonly #options: OutboxWorkerOptions;
  #running: Promise<void> | undefined = undefined;
  #stopping: PromiseWithResolvers<void> | undefined = undefined;
  #pause = Promise.withResolvers<void>();

  constructor(table: OutboxTable, deliver: DeliverMessage, options: OutboxWorkerOptions) {
    this.#table = table;
    this.#deliver = deliver;
    this.#options = options;
  }

  /** Delivers messages until `stop`. @param report called with each error of the database */
  start(report: (error: unknown) => void): void {
    if (this.#running !== undefined) return;
    const stopping = (this.#stopping = Promise.withResolvers<void>());
    let isStopped = false;
    void stopping.promise.then(() => (isStopped = true));
    const run = async (): Promise<void> => {
      while (!isStopped) {
        const count = await this.#deliverBatch().catch((error: unknown) => (report(error), 0));
        if (count > 0) continue;
        await atMost(Promise.race([this.#pause.promise, stopping.promise]), this.#options.pollMs);
        this.#pause = Promise.withResolvers<void>();
      }
    };
    this.#running = run();
  }

  /** Looks for messages now instead of at the next interval. */
  wake(): void {
    this.#pause.resolve();
  }

  /** Claims no further messages. Resolves when the deliveries in progress have ended. */
  async stop(): Promise<void> {
    this.#stopping?.resolve();
    await this.#running;
    this.#running = undefined;
  }

  /** Delivers what is due. @throws errors of the database, but not of deliveries */
  async flush(): Promise<void> {
    while ((await this.#deliverBatch()) > 0);
  }

  async #deliverBatch(): Promise<number> {
    const { now, timeoutMs } = this.#options;
    const claim = randomUUID();
    const messages = await this.#table.claim(claim, now(), now() + timeoutMs + LEASE_MARGIN_MS, BATCH_SIZE);
    const results = await Promise.allSettled(messages.map((message) => this.#attempt(message, claim)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return messages.length;
  }

  async #attempt(message: ClaimedMessage, claim: string): Promise<void> {
    const { attempts, timeoutMs, now } = this.#options;
    try {
      // The process of the last attempt has ended before it could store the result.
      if (message.attempts > attempts) throw new RefusedMessageError('The last attempt did not end');
      await withTimeLimit(timeoutMs, (signal) => this.#deliver(message, signal));
    } catch (error) {
      const isLast = message.attempts >= attempts || error instanceof RefusedMessageError;
      const due = isLast ? null : now() + this.#delay(message.attempts);
      return this.#table.postpone(message, claim, due, messageOf(error).slice(0, MAX_ERROR_LENGTH));
    }
    await this.#table.remove(message, claim);
  }

  // Between half and one and a half of the delay, so that failed messages are not repeated at the same time.
  #delay(attempt: number): number {
    return Math.round(Math.min(this.#options.retryMs * 4 ** (attempt - 1), MAX_DELAY_MS) * (0.5 + Math.random()));
  }
}

async function withTimeLimit(timeoutMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error(`No response within ${timeoutMs} ms`)), { once: true });
  await Promise.race([work(signal), promise]);
}

const BATCH_SIZE = 20;
const MAX_DELAY_MS = 6 * 60 * 60_000;
const MAX_ERROR_LENGTH = 500;
/** A claim ends this long after the time limit of its deliveries. */
const LEASE_MARGIN_MS = 30_000;
