import { randomUUID } from 'node:crypto';
import { answerWithin, assertKnownNames, failureReason } from 'oriel-core/http';
import type { Transport, TransportReceiver } from '../../features/hub/transport.ts';
import type { Update } from '../../features/hub/update.ts';
import { openClient } from './redis-client.ts';
import type { OpenableClient } from './redis-client.ts';
import { RedisSubscribers } from './redis-subscribers.ts';
import type { RedisHashClient } from './redis-subscribers.ts';
import { StreamReader } from './stream-reader.ts';
import type { RedisStreamClient } from './stream-reader.ts';
import { StreamWindow, trimTo } from './stream-window.ts';
import { PEERS } from '../../peer-packages.ts';

/** Options of `redisHubTransport`. */
export interface RedisHubOptions {
  /**
   * The key of the stream that all hubs share.
   * @default 'oriel:hub'
   */
  readonly key?: string;
}

/**
 * Returns a transport that shares updates between the hubs of several processes and machines through a Redis stream. The
 * stream contains the latest updates, so a restarted hub can replay them.
 *
 * @param client a client of the package `redis`; it is connected at its first use if necessary. A duplicate of it reads the
 *   stream on a second connection
 *
 * @example
 * ```ts no-run
 * import { defineHost } from 'oriel-host';
 * import { redisHubTransport } from 'oriel-host/redis';
 * import { createClient } from 'redis';
 * const redis = createClient({ disableOfflineQueue: true }).on('error', (error) => console.error(error));
 * const hub = { secret: process.env['HUB_SECRET']!, transport: redisHubTransport(redis) };
 * export default defineHost({ hub, onClose: async () => { if (redis.isOpen) await redis.close(); } });
 * ```
 */
export function redisHubTransport(
  client: RedisStreamClient & RedisHashClient & OpenableClient,
  options: RedisHubOptions = {},
): Transport {
  PEERS.checkVersion('redis', 'redisHubTransport()');
  assertKnownNames(Object.keys(options), ['key'], 'option of redisHubTransport');
  return new RedisHubTransport(client, options);
}

/** Limits of the stream, and the milliseconds that writing an update may take. */
interface StreamLimits {
  readonly count?: number;
  readonly bytes?: number;
  readonly timeout?: number;
}

/** The transport of `redisHubTransport`, with its limits as parameters for tests. */
export class RedisHubTransport implements Transport {
  readonly shared = true;
  readonly subscribers: RedisSubscribers;
  readonly #client: RedisStreamClient & OpenableClient;
  readonly #key: string;
  readonly #limits: Required<StreamLimits>;
  /** The readers and the window of the stream that each has read. */
  readonly #readers = new Map<StreamReader, StreamWindow>();
  #waiting = 0;
  #trouble: string | undefined = undefined;

  constructor(
    client: RedisStreamClient & RedisHashClient & OpenableClient,
    { key = 'oriel:hub' }: RedisHubOptions,
    { count = 1_000, bytes = 4_194_304, timeout = 5_000 }: StreamLimits = {},
  ) {
    this.#client = client;
    this.#key = key;
    this.#limits = { count, bytes, timeout };
    this.subscribers = new RedisSubscribers(client, key);
  }

  async publish(update: Update, once: string = randomUUID()): Promise<void> {
    if (this.#waiting >= MAX_WAITING) throw new Error(`More than ${this.#waiting} updates wait for Redis`);
    this.#waiting++;
    // A publisher that gets no reply sends the update again; readers detect the duplicate by this mark.
    const message = { update: JSON.stringify(update), once };
    const { timeout } = this.#limits;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          // A server that disappears without closing its connection never replies, and the client would wait forever.
          await answerWithin(this.#add(message), timeout, () => new Error(`no answer within ${timeout} ms`));
          this.#trouble = undefined;
          return;
        } catch (error) {
          this.#trouble = `Redis does not take updates: ${failureReason(error)}`;
          if (attempt >= RETRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt * (0.5 + Math.random())));
        }
      }
    } finally {
      this.#waiting--;
    }
  }

  listen(receiver: TransportReceiver): () => void {
    const { count, bytes } = this.#limits;
    const window = new StreamWindow(count, bytes);
    const reader = new StreamReader(this.#client, this.#key, count, (text = '', isFromHistory, id) => {
      window.add(id, Buffer.byteLength(text));
      const update = readUpdate(text);
      if (update) receiver.update(update, isFromHistory);
    });
    this.#readers.set(reader, window);
    return () => {
      this.#readers.delete(reader);
      void reader.stop();
    };
  }

  get ready(): Promise<void> | undefined {
    const late = [...this.#readers.keys()].filter(({ isReady }) => !isReady);
    return late.length === 0 ? undefined : Promise.all(late.map(({ ready }) => ready)).then(() => {});
  }

  get trouble(): string | undefined {
    return this.#trouble ?? [...this.#readers.keys()].find(({ trouble }) => trouble !== undefined)?.trouble;
  }

  async close(): Promise<void> {
    this.subscribers.stop();
    await Promise.all([...this.#readers.keys()].map((reader) => reader.stop()));
    this.#readers.clear();
  }

  async #add(message: Record<string, string>): Promise<unknown> {
    await openClient(this.#client);
    const TRIM = trimTo(this.#readers.values(), this.#limits.count);
    return this.#client.xAdd(this.#key, '*', message, { TRIM });
  }
}

const MAX_WAITING = 1000;
const RETRIES = 4;

// Other programs may write to the stream; entries that are not updates are ignored.
function readUpdate(text: string): Update | undefined {
  try {
    const update = JSON.parse(text) as Update;
    const isUpdate = typeof update.id === 'string' && Array.isArray(update.topics) && typeof update.data === 'string';
    return isUpdate ? update : undefined;
  } catch {
    return undefined;
  }
}
