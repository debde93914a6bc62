import { setTimeout } from 'node:timers/promises';
import { failureReason } from 'oriel-core/http';

/** The part of a Redis client that writes and reads a stream. Clients of the package `redis` implement it. */
export interface RedisStreamClient {
  xAdd(key: string, id: '*', message: Record<string, string>, options: TrimOptions): Promise<unknown>;
  xRead(streams: { key: string; id: string }, options: { COUNT: number; BLOCK: number }): Promise<unknown>;
  xRevRange(key: string, end: '+', start: '-', options: { COUNT: number }): Promise<unknown>;
  duplicate(): RedisStreamClient;
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The options that trim a stream. */
export interface TrimOptions {
  TRIM: { strategy: 'MAXLEN' | 'MINID'; strategyModifier: '~'; threshold: number };
}

type DeliverEntry = (text: string | undefined, isFromHistory: boolean, id: string) => void;

interface Message {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

/**
 * Reads a stream on a separate connection: first the stored entries, then new ones, in order. After a broken connection it
 * resumes at its last position, if the stream still has it.
 */
export class StreamReader {
  readonly #client: RedisStreamClient;
  readonly #key: string;
  readonly #count: number;
  readonly #deliver: DeliverEntry;
  readonly #seen = new Set<string>();
  #connection: RedisStreamClient | undefined = undefined;
  #last: string | undefined = undefined;
  readonly #stopping = new AbortController();
  isReady = false;
  trouble: string | undefined = undefined;
  /** Resolves when all stored entries have been delivered. */
  readonly ready: Promise<void>;
  readonly #done: Promise<void>;

  constructor(client: RedisStreamClient, key: string, count: number, deliver: DeliverEntry) {
    this.#client = client;
    this.#key = key;
    this.#count = count;
    this.#deliver = deliver;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#done = this.#run(() => {
      this.isReady = true;
      resolve();
    });
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#disconnect();
    await this.#done;
  }

  async #run(isReady: () => void): Promise<void> {
    for (let failures = 0; !this.#stopped;) {
      try {
        const connection = await this.#connect();
        if (this.#last === undefined) await this.#readKept(connection);
        isReady();
        this.trouble = undefined;
        failures = 0;
        while (!this.#stopped) await this.#readNext(connection);
      } catch (error) {
        this.#disconnect();
        if (this.#stopped) return;
        this.trouble = `Redis gives no updates: ${failureReason(error)}`;
        const pause = Math.min(3000, 50 * 2 ** failures++) * (0.5 + Math.random());
        await setTimeout(pause, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
  }

  async #connect(): Promise<RedisStreamClient> {
    const connection = (this.#connection = this.#client.duplicate());
    connection.on('error', () => {});
    await connection.connect();
    // A client that is destroyed while its socket connects stays connected.
    if (this.#stopped) connection.destroy();
    return connection;
  }

  #disconnect(): void {
    try {
      this.#connection?.destroy();
    } catch {
      // The connection was already closed.
    }
    this.#connection = undefined;
  }

  async #readKept(connection: RedisStreamClient): Promise<void> {
    const found = (await connection.xRevRange(this.#key, '+', '-', { COUNT: this.#count })) as readonly Message[];
    for (const message of found.toReversed()) this.#take(message, true);
    this.#last ??= '0-0';
  }

  async #readNext(connection: RedisStreamClient): Promise<void> {
    const streams = { key: this.#key, id: this.#last! };
    const found = await connection.xRead(streams, { COUNT: 500, BLOCK: BLOCK_MS });
    for (const { messages } of (found ?? []) as readonly { messages: readonly Message[] }[])
      for (const message of messages) this.#take(message, false);
  }

  #take({ id, message }: Message, isFromHistory: boolean): void {
    this.#last = id;
    const { once } = message;
    if (once !== undefined) {
      if (this.#seen.has(once)) return;
      this.#seen.add(once);
      if (this.#seen.size > MAX_SEEN) this.#seen.delete(this.#seen.values().next().value!);
    }
    this.#deliver(message['update'], isFromHistory, id);
  }
}

// Reads have a time limit, so that a connection lost without a close is detected.
const BLOCK_MS = 5000;
const MAX_SEEN = 1000;
