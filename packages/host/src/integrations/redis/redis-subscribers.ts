import { randomUUID } from 'node:crypto';
import { openClient } from './redis-client.ts';
import type { OpenableClient } from './redis-client.ts';
import type { SharedSubscribers } from '../../features/hub/transport.ts';

/** The part of a Redis client that stores subscribers. Clients of the package `redis` implement it. */
export interface RedisHashClient extends OpenableClient {
  hSet(key: string, fields: Record<string, string>): Promise<unknown>;
  hDel(key: string, fields: string[]): Promise<unknown>;
  hVals(key: string): Promise<string[]>;
  expire(key: string, seconds: number): Promise<number>;
  sAdd(key: string, member: string): Promise<unknown>;
  sRem(key: string, member: string): Promise<unknown>;
  sMembers(key: string): Promise<string[]>;
}

/**
 * Stores the subscribers of each process in a hash that expires some time after the process has exited. Processes need not
 * unregister, and clocks are not compared. Data that Redis has lost is written again.
 */
export class RedisSubscribers implements SharedSubscribers {
  readonly #client: RedisHashClient;
  readonly #processes: string;
  readonly #hash: string;
  readonly #own = new Map<string, string>();
  readonly #changed = new Set<string>();
  #planned = false;
  readonly #beat: number;
  #timer: NodeJS.Timeout | undefined = undefined;

  /**
   * @param key the key of the stream that the hubs share
   * @param beat the heartbeat interval in milliseconds; the subscribers of a process expire after three missed heartbeats
   */
  constructor(client: RedisHashClient, key: string, beat = 15_000) {
    this.#beat = beat;
    this.#client = client;
    this.#processes = `${key}:processes`;
    this.#hash = `${key}:subscribers:${randomUUID()}`;
  }

  set(id: string, text: string): void {
    this.#own.set(id, text);
    this.#plan(id);
    this.#timer ??= setInterval(() => void this.#stay().catch(() => {}), this.#beat).unref();
  }

  delete(id: string): void {
    this.#own.delete(id);
    this.#plan(id);
    if (this.#own.size === 0) this.stop();
  }

  /** Stops the heartbeat. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async others(): Promise<readonly string[]> {
    await openClient(this.#client);
    const hashes = (await this.#client.sMembers(this.#processes)).filter((hash) => hash !== this.#hash);
    const found = await Promise.all(hashes.map((hash) => this.#client.hVals(hash)));
    await Promise.all(
      hashes.filter((_, index) => found[index]!.length === 0).map((hash) => this.#client.sRem(this.#processes, hash)),
    );
    return found.flat();
  }

  // Changes in the same turn of the event loop are written together.
  #plan(id: string): void {
    this.#changed.add(id);
    if (this.#planned) return;
    this.#planned = true;
    setImmediate(() => {
      this.#planned = false;
      void this.#write().catch(() => {});
    });
  }

  async #write(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      await openClient(this.#client);
      const present = ids.filter((id) => this.#own.has(id));
      const removed = ids.filter((id) => !this.#own.has(id));
      if (removed.length > 0) await this.#client.hDel(this.#hash, removed);
      if (present.length === 0) return;
      await this.#client.hSet(this.#hash, Object.fromEntries(present.map((id) => [id, this.#own.get(id) ?? ''])));
      await this.#client.expire(this.#hash, this.#life);
      await this.#client.sAdd(this.#processes, this.#hash);
    } catch (error) {
      // The next heartbeat tries again.
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  get #life(): number {
    return Math.ceil((this.#beat * 3) / 1000);
  }

  async #stay(): Promise<void> {
    if ((await this.#client.expire(this.#hash, this.#life)) === 0)
      for (const id of this.#own.keys()) this.#changed.add(id);
    if (this.#changed.size > 0) await this.#write();
    // The hash may have been read while it was empty.
    await this.#client.sAdd(this.#processes, this.#hash);
  }
}
