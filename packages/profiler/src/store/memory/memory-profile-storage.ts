import { randomBytes } from 'node:crypto';
import type { FoundProfiles, ProfileQuery } from '../search/profile-query.ts';
import { matchCount } from '../search/profile-query.ts';
import { NOTABLE_PART, PINNED_PART, isNotable, resolveCaps } from '../profile-storage.ts';
import type { ProfileStorage, ResolvedCaps, StorageCaps, StorageHealth } from '../profile-storage.ts';
import { PROFILE_TOKENS, fromProfileToken, givenSince, scatter, toProfileToken } from '../profile-token.ts';
import type { Profile, ProfileData, ProfileSummary } from '../../profile/profile.ts';
import { matchesProfile, needsData } from '../search/query-match.ts';
import { comparePlaces, parseCursor, toCursorPage } from '../search/search-cursor.ts';
import type { CursorPlace } from '../search/search-cursor.ts';
import { Date, JSON, random } from 'oriel-core/builtins';

/** Stores profiles in memory: for tests and for programs that should not create a file. */
export class MemoryProfileStorage implements ProfileStorage {
  readonly shared = false;
  readonly secret = randomBytes(32).toString('hex');
  readonly #caps: ResolvedCaps;
  /** By token, in the order in which they were written. */
  readonly #profiles = new Map<string, StoredProfile>();
  #bytes = 0;
  #count = 0;
  #nextToken = Math.floor(random() * PROFILE_TOKENS);
  #leased = 0;
  #written = 0;
  #dropped = 0;

  constructor(caps: Partial<StorageCaps> = {}) {
    this.#caps = resolveCaps(caps);
  }

  lease(count: number): readonly number[] {
    const tokens: number[] = [];
    for (let tried = 0; tokens.length < count && tried < PROFILE_TOKENS; tried++) {
      const token = scatter(this.#nextToken++);
      this.#leased += 1;
      if (!this.#profiles.has(toProfileToken(token))) tokens.push(token);
    }
    return tokens;
  }

  leasedSince(token: string): number | undefined {
    return givenSince(token, this.#nextToken, this.#leased);
  }

  write(batch: readonly Profile[]): boolean {
    for (const profile of batch) this.#store(profile);
    this.#trim();
    return true;
  }

  read(token: string): Profile | undefined {
    const entry = this.#profiles.get(token);
    return entry && { summary: entry.summary, data: JSON.parse(entry.data) as ProfileData };
  }

  find(query: ProfileQuery): FoundProfiles {
    this.#trim();
    const { sort, limit } = query;
    const getPlace = ({ summary, seq }: StoredProfile): CursorPlace => ({ key: summary[sort.by] ?? '', seq });
    const order = (a: CursorPlace, b: CursorPlace): number => comparePlaces(a, b) * (sort.descending ? -1 : 1);
    const matches = matchesProfile(query);
    const wantsData = query.terms.some(needsData);
    const getData = ({ data }: StoredProfile): ProfileData | undefined =>
      wantsData ? (JSON.parse(data) as ProfileData) : undefined;
    const found = [...this.#profiles.values()].filter((entry) => matches(entry.summary, getData(entry)));
    found.sort((a, b) => order(getPlace(a), getPlace(b)));
    const weight = found.reduce((sum, { summary }) => sum + summary.weight, 0);
    const matched = matchCount(found.length, weight, true);
    const cursor = parseCursor(query.cursor);
    const direction = cursor?.isBackwards ? -1 : 1;
    const following = cursor ? found.filter((entry) => order(getPlace(entry), cursor) * direction > 0) : found;
    const rows = (cursor?.isBackwards ? following.toReversed() : following).slice(0, limit + 1);
    if (cursor?.isBackwards && rows.length <= limit) return this.find({ ...query, cursor: undefined });
    const { descending } = sort;
    const getWeight = ({ summary }: StoredProfile): number => summary.weight;
    const { shown, ...cursors } = toCursorPage({ rows, cursor, limit, getPlace, getWeight, descending });
    return { rows: shown.map(({ summary }) => summary), matched, ...cursors, lookedBackTo: undefined };
  }

  pin(token: string, note: string | undefined): boolean {
    const entry = this.#profiles.get(token);
    if (!entry || (!entry.summary.pinned && !this.#canPin(entry))) return false;
    entry.summary = { ...entry.summary, pinned: true, note };
    return true;
  }

  unpin(token: string): void {
    const entry = this.#profiles.get(token);
    if (entry) entry.summary = { ...entry.summary, pinned: false, note: undefined };
  }

  clear(all = false): number {
    const before = this.#profiles.size;
    for (const entry of this.#profiles.values()) if (all || !entry.summary.pinned) this.#remove(entry);
    return before - this.#profiles.size;
  }

  remove(tokens: readonly string[]): number {
    const before = this.#profiles.size;
    for (const entry of tokens.map((token) => this.#profiles.get(token)))
      if (entry && !entry.summary.pinned) this.#remove(entry);
    return before - this.#profiles.size;
  }

  get health(): StorageHealth {
    return { written: this.#written, dropped: this.#dropped, trouble: undefined };
  }

  close(): void {
    this.#profiles.clear();
    this.#bytes = 0;
  }

  #store({ summary, data: object }: Profile): void {
    if (this.#profiles.has(summary.token) || fromProfileToken(summary.token) === undefined) {
      this.#dropped += 1;
      return;
    }
    const data = JSON.stringify(object);
    this.#profiles.set(summary.token, { summary, data, seq: this.#count++ });
    this.#bytes += data.length;
    this.#written += 1;
  }

  #trim(): void {
    const before = Date.now() - this.#caps.age;
    const isOver = (): boolean => this.#profiles.size > this.#caps.profiles || this.#bytes > this.#caps.bytes;
    const reserved = isOver() ? this.#findReserved() : undefined;
    for (const entry of this.#profiles.values()) {
      if (entry.summary.pinned) continue;
      if (entry.summary.time < before || (isOver() && reserved?.has(entry) !== true)) this.#remove(entry);
    }
  }

  // The newest profiles with errors or findings.
  #findReserved(): ReadonlySet<StoredProfile> {
    const reserved = new Set<StoredProfile>();
    let bytes = 0;
    const notable = [...this.#profiles.values()].filter(({ summary }) => !summary.pinned && isNotable(summary));
    for (const entry of notable.reverse()) {
      bytes += entry.data.length;
      if (reserved.size >= this.#caps.profiles * NOTABLE_PART || bytes > this.#caps.bytes * NOTABLE_PART) break;
      reserved.add(entry);
    }
    return reserved;
  }

  #canPin(candidate: StoredProfile): boolean {
    const pinned = [candidate, ...[...this.#profiles.values()].filter(({ summary }) => summary.pinned)];
    const bytes = pinned.reduce((sum, { data }) => sum + data.length, 0);
    return pinned.length <= this.#caps.profiles * PINNED_PART && bytes <= this.#caps.bytes * PINNED_PART;
  }

  #remove({ summary, data }: StoredProfile): void {
    this.#profiles.delete(summary.token);
    this.#bytes -= data.length;
  }
}

interface StoredProfile {
  summary: ProfileSummary;
  /** JSON text. */
  readonly data: string;
  readonly seq: number;
}
