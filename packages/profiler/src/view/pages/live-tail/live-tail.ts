import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { matchesProfile, needsData } from '../../../store/search/query-match.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { ProfileQuery } from '../../../store/search/profile-query.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';
import type { ProfileData, ProfileSummary } from '../../../profile/profile.ts';
import { clearInterval, setInterval } from 'oriel-core/builtins';

export interface TailSubscriber {
  readonly query: Pick<ProfileQuery, 'terms'>;
  /** Called with new rows, the oldest first. */
  readonly onRows: (rows: readonly ProfileSummary[]) => void;
  readonly onEnd?: () => void;
}

/**
 * Polls the store for new profiles while there are subscribers, once for all of them. Writes of this process are detected
 * by a counter; the store is queried for those of other processes every second.
 */
export class LiveTail {
  readonly #storage: ProfileStorage;
  readonly #subscribers = new Set<TailSubscriber>();
  #timer: NodeJS.Timeout | undefined;
  #seen = new Set<string>();
  #writtenCount = -1;
  #ticks = 0;
  #isPolling = false;

  constructor(storage: ProfileStorage) {
    this.#storage = storage;
  }

  get isFull(): boolean {
    return this.#subscribers.size >= MAX_SUBSCRIBERS;
  }

  get isWatching(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * Adds a subscriber. It receives the profiles recorded after the token `after` at once, if there are any.
   * @returns a function that removes the subscriber
   */
  subscribe(subscriber: TailSubscriber, after?: string): () => void {
    let isWaiting = true;
    // Counts as a subscriber at once, so that the limit applies while the storage is read.
    this.#subscribers.add(subscriber);
    void andThen(this.#findNewest(), (newest) => {
      if (!isWaiting) return;
      this.#watch(newest);
      const index = newest.findIndex(({ token }) => token === after);
      // The next poll may repeat some of these rows; clients ignore a token they have.
      if (index > 0) void this.#notify(subscriber, newest.slice(0, index).toReversed());
      else if (after === '' && newest.length > 0) void this.#notify(subscriber, newest.toReversed());
    });
    return () => {
      isWaiting = false;
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Closes all event streams, so that the host can stop. */
  close(): void {
    for (const subscriber of [...this.#subscribers]) subscriber.onEnd?.();
  }

  #watch(newest: readonly ProfileSummary[]): void {
    if (this.isWatching) return;
    this.#seen = new Set(newest.map(({ token }) => token));
    this.#writtenCount = this.#storage.health.written;
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL_MS).unref();
  }

  #poll(): void {
    const { written } = this.#storage.health;
    this.#ticks = (this.#ticks + 1) % POLLS_PER_QUERY;
    if (this.#isPolling || (written === this.#writtenCount && this.#ticks !== 0)) return;
    this.#writtenCount = written;
    this.#isPolling = true;
    void andThen(this.#findNewest(), (newest) => {
      this.#isPolling = false;
      const fresh = newest.filter(({ token }) => !this.#seen.has(token)).toReversed();
      // A storage that is not available finds nothing. Its profiles are not new when it is available again.
      if (newest.length > 0) this.#seen = new Set(newest.map(({ token }) => token));
      if (fresh.length > 0) for (const subscriber of this.#subscribers) void this.#notify(subscriber, fresh);
    });
  }

  #notify(subscriber: TailSubscriber, rows: readonly ProfileSummary[]): MaybePromise<void> {
    const { query, onRows } = subscriber;
    const matches = matchesProfile(query);
    const data = query.terms.some(needsData) ? this.#readData(rows) : NO_DATA;
    return andThen(data, (found) => {
      const matching = rows.filter((row) => matches(row, found.get(row.token)));
      if (matching.length > 0 && this.#subscribers.has(subscriber)) onRows(matching);
    });
  }

  #readData(rows: readonly ProfileSummary[]): MaybePromise<ReadonlyMap<string, ProfileData>> {
    const found = new Map<string, ProfileData>();
    let waits: MaybePromise<void> = undefined;
    for (const { token } of rows)
      waits = andThen(waits, () =>
        andThen(this.#storage.read(token), (profile) => void (profile && found.set(token, profile.data))),
      );
    return andThen(waits, () => found);
  }

  #findNewest(): MaybePromise<readonly ProfileSummary[]> {
    const query = { ...DEFAULT_QUERY, limit: MAX_ROWS };
    return andThen(this.#storage.find(query), ({ rows }) => rows);
  }
}

const NO_DATA: ReadonlyMap<string, ProfileData> = new Map();
const POLL_INTERVAL_MS = 200;
const POLLS_PER_QUERY = 5;
const MAX_SUBSCRIBERS = 32;
// Per poll. The list has all rows.
const MAX_ROWS = 50;
