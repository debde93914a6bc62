import { matchesProfile, needsData } from '../../search/query-match.ts';
import type { ProfileQuery } from '../../search/profile-query.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import type { ProfileSummary } from '../../profile.ts';

/** Hears every new profile that fits its search. */
export interface TailSubscriber {
  readonly query: Pick<ProfileQuery, 'terms'>;
  /** The oldest first. */
  readonly onRows: (rows: readonly ProfileSummary[]) => void;
  /** Nothing more will be told. */
  readonly onEnd?: () => void;
}

/**
 * Watches a store for new profiles, with one look for everybody and only while somebody listens. What this process has
 * written it knows without asking; for what others write into the same store it asks every second.
 */
export class LiveTail {
  readonly #storage: ProfileStorage;
  readonly #listeners = new Set<TailSubscriber>();
  #timer: NodeJS.Timeout | undefined;
  #seen = new Set<string>();
  #written = -1;
  #ticks = 0;

  constructor(storage: ProfileStorage) {
    this.#storage = storage;
  }

  /** Is there room for another listener? */
  get isFull(): boolean {
    return this.#listeners.size >= MOST_LISTENERS;
  }

  get isWatching(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * Listens from now on; what came after the profile `after` is told at once.
   * @returns ends it
   */
  subscribe(listener: TailSubscriber, after?: string): () => void {
    const newest = this.#newest();
    if (!this.isWatching) {
      this.#seen = new Set(newest.map(({ token }) => token));
      this.#written = this.#storage.health.written;
      this.#timer = setInterval(() => this.#look(), EVERY).unref();
    }
    const at = newest.findIndex(({ token }) => token === after);
    // Told already are those that the others still wait for, too; rows know their token, so twice is once.
    if (at > 0) this.#tell(listener, newest.slice(0, at).toReversed());
    else if (after === '' && newest.length > 0) this.#tell(listener, newest.toReversed());
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Lets everybody go: a host that stops waits for what it has begun to answer. */
  close(): void {
    for (const listener of [...this.#listeners]) listener.onEnd?.();
  }

  #look(): void {
    const { written } = this.#storage.health;
    this.#ticks = (this.#ticks + 1) % ASK_ANYWAY;
    if (written === this.#written && this.#ticks !== 0) return;
    this.#written = written;
    const newest = this.#newest();
    const fresh = newest.filter(({ token }) => !this.#seen.has(token)).toReversed();
    this.#seen = new Set(newest.map(({ token }) => token));
    if (fresh.length > 0) for (const listener of this.#listeners) this.#tell(listener, fresh);
  }

  #tell({ query, onRows: tell }: TailSubscriber, rows: readonly ProfileSummary[]): void {
    const matches = matchesProfile(query);
    const asksForData = query.terms.some(needsData);
    const fitting = rows.filter((row) => matches(row, asksForData ? this.#storage.read(row.token)?.data : undefined));
    if (fitting.length > 0) tell(fitting);
  }

  #newest(): readonly ProfileSummary[] {
    return this.#storage.find({
      terms: [],
      sort: { by: 'time', descending: true },
      limit: MOST_AT_ONCE,
      cursor: undefined,
    }).rows;
  }
}

const EVERY = 200;
const ASK_ANYWAY = 5;
const MOST_LISTENERS = 32;
// More in a fifth of a second is more than anybody reads; the list has them all.
const MOST_AT_ONCE = 50;
