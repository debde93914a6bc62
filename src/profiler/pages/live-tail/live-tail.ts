import { matchesProfile, needsData } from '../../search/query-match.ts';
import type { ProfileQuery } from '../../search/profile-query.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import type { ProfileSummary } from '../../profile.ts';

/** Receives the new profiles that match its query. */
export interface TailSubscriber {
  readonly query: Pick<ProfileQuery, 'terms'>;
  /** Called with new rows, the oldest first. */
  readonly onRows: (rows: readonly ProfileSummary[]) => void;
  /** Called when the live tail closes. */
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

  constructor(storage: ProfileStorage) {
    this.#storage = storage;
  }

  /** Whether the limit of subscribers is reached. */
  get isFull(): boolean {
    return this.#subscribers.size >= MAX_SUBSCRIBERS;
  }

  /** Whether the store is being polled. */
  get isWatching(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * Adds a subscriber. It receives the profiles recorded after the token `after` at once, if there are any.
   * @returns a function that removes the subscriber
   */
  subscribe(subscriber: TailSubscriber, after?: string): () => void {
    const newest = this.#findNewest();
    if (!this.isWatching) {
      this.#seen = new Set(newest.map(({ token }) => token));
      this.#writtenCount = this.#storage.health.written;
      this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL_MS).unref();
    }
    const at = newest.findIndex(({ token }) => token === after);
    // The next poll may repeat some of these rows; clients ignore a token they have.
    if (at > 0) this.#notify(subscriber, newest.slice(0, at).toReversed());
    else if (after === '' && newest.length > 0) this.#notify(subscriber, newest.toReversed());
    this.#subscribers.add(subscriber);
    return () => {
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

  #poll(): void {
    const { written } = this.#storage.health;
    this.#ticks = (this.#ticks + 1) % POLLS_PER_QUERY;
    if (written === this.#writtenCount && this.#ticks !== 0) return;
    this.#writtenCount = written;
    const newest = this.#findNewest();
    const fresh = newest.filter(({ token }) => !this.#seen.has(token)).toReversed();
    this.#seen = new Set(newest.map(({ token }) => token));
    if (fresh.length > 0) for (const subscriber of this.#subscribers) this.#notify(subscriber, fresh);
  }

  #notify({ query, onRows }: TailSubscriber, rows: readonly ProfileSummary[]): void {
    const matches = matchesProfile(query);
    const usesData = query.terms.some(needsData);
    const matching = rows.filter((row) => matches(row, usesData ? this.#storage.read(row.token)?.data : undefined));
    if (matching.length > 0) onRows(matching);
  }

  #findNewest(): readonly ProfileSummary[] {
    return this.#storage.find({
      terms: [],
      sort: { by: 'time', descending: true },
      limit: MAX_ROWS,
      cursor: undefined,
    }).rows;
  }
}

const POLL_INTERVAL_MS = 200;
const POLLS_PER_QUERY = 5;
const MAX_SUBSCRIBERS = 32;
// Per poll. The list has all rows.
const MAX_ROWS = 50;
