import type { SQLOutputValue } from 'node:sqlite';
import type { FoundProfiles, ProfileQuery } from '../../search/profile-query.ts';
import type { Profile, ProfileSummary } from '../../profile.ts';
import type { ProfileBatch, ProfileStorage, StorageCaps, StorageHealth, StoredProfile } from '../profile-storage.ts';
import { DEFAULT_CAPS } from '../profile-storage.ts';
import { fromProfileToken } from '../profile-token.ts';
import { GatheredBatch } from './sql-gathered-batch.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { dataIn, summariesOf } from './sql-profile-batch.ts';
import { findInBatches, loadBatch } from './sql-profile-batches.ts';
import { hasAged, pinProfile, removeAll, trim, trimAged, unpinProfile, walBytes } from './sql-profile-caps.ts';
import { readData } from './sql-profile-data.ts';
import { leaseTokens, leasedSince } from './sql-profile-lease.ts';
import { toSummary } from './sql-profile-row.ts';
import { findProfiles } from './sql-profile-search.ts';
import { SqlProfileStore } from './sql-profile-store.ts';
import { textsOf } from './sql-profile-texts.ts';
import type { StoreTrouble } from './sql-profile-trouble.ts';
import { writeProfiles } from './sql-profile-writer.ts';

export interface SqlProfileStorageOptions {
  /** The SQLite file; made with its folder, for its owner only, when it is missing. */
  readonly file: string;
  readonly caps?: Partial<StorageCaps>;
  /** Hears once of each trouble, until it is over. */
  readonly onTrouble?: (trouble: StoreTrouble) => void;
  /** Milliseconds a search may take before it stops and says how far it looked. Default 40. */
  readonly searchTime?: number;
}

/**
 * Keeps profiles in one SQLite file that several processes may share. It speaks to `node:sqlite` itself, because every
 * recorded request passes here: a layer between would cost more than the writing.
 */
export class SqlProfileStorage implements ProfileStorage {
  readonly shared = 'machine';
  readonly #store: SqlProfileStore;
  readonly #caps: StorageCaps;
  readonly #logBytes: number;
  readonly #searchTime: number;
  #written = 0;
  #dropped = 0;
  #trimmedAt = 0;
  #trimming: NodeJS.Immediate | undefined;

  constructor({ file, caps, onTrouble, searchTime = 40 }: SqlProfileStorageOptions) {
    this.#caps = { ...DEFAULT_CAPS, ...caps };
    this.#logBytes = Math.min(MOST_LOG, this.#caps.bytes / 8);
    this.#searchTime = searchTime;
    this.#store = new SqlProfileStore(file, this.#logBytes, onTrouble ?? (() => undefined));
  }

  lease(count: number): readonly number[] | undefined {
    return this.#store.write((store) => leaseTokens(store, count));
  }

  leasedSince(token: string): number | undefined {
    return this.#store.read((store) => leasedSince(store, token));
  }

  batch(): ProfileBatch {
    const gathered = new GatheredBatch();
    return {
      add: (profile) => gathered.add(profile),
      prepare: () => gathered.prepare(),
      write: () => this.#write(gathered),
    };
  }

  write(batch: readonly StoredProfile[]): boolean {
    return this.#write(GatheredBatch.of(batch));
  }

  read(token: string): Profile | undefined {
    const number = fromProfileToken(token);
    if (number === undefined) return undefined;
    return this.#store.read((store) => {
      const found = readRow(store, number) ?? readFromBatch(store, number);
      const data = found && readData(found.data, (id) => textsOf(store, id));
      return data && { summary: found.summary, data };
    });
  }

  find(query: ProfileQuery): FoundProfiles {
    this.#trimAged();
    const limits = { finding: this.#searchTime, counting: this.#searchTime * 0.4 };
    return this.#store.read((store) => findProfiles(store, query, limits)) ?? NOTHING;
  }

  pin(token: string, note: string | undefined): boolean {
    const number = fromProfileToken(token) ?? -1;
    const pinned = this.#store.write((store) => pinProfile(store, this.#caps, number, note));
    return pinned ?? false;
  }

  unpin(token: string): void {
    const number = fromProfileToken(token) ?? -1;
    this.#store.write((store) => unpinProfile(store, number));
  }

  clear(all = false): number {
    return this.#store.write((store) => removeAll(store, all)) ?? 0;
  }

  get health(): StorageHealth {
    return { written: this.#written, dropped: this.#dropped, trouble: this.#store.trouble };
  }

  close(): void {
    clearImmediate(this.#trimming);
    this.#store.close();
  }

  #write(batch: GatheredBatch): boolean {
    const most = Math.max(batch.size * 2, LEAST_TRIM);
    const done = this.#store.write((store) => {
      const kept = writeProfiles(store, batch);
      return { kept, more: trim(store, this.#caps, most) };
    });
    if (!done) return false;
    this.#written += done.kept;
    this.#dropped += batch.size + batch.refused - done.kept;
    batch.release();
    if (done.more) this.#trimSoon();
    this.#trimAged();
    this.#shortenLog();
    return true;
  }

  // A store that was made under larger caps is brought down step by step, with the event loop free in between.
  #trimSoon(): void {
    this.#trimming ??= setImmediate(() => {
      this.#trimming = undefined;
      if (this.#store.write((store) => trim(store, this.#caps, LEAST_TRIM))) this.#trimSoon();
    });
  }

  #trimAged(): void {
    const now = performance.now();
    if (this.#trimmedAt > 0 && now - this.#trimmedAt < AGE_CHECK) return;
    this.#trimmedAt = now;
    const before = Date.now() - this.#caps.age;
    if (!this.#store.read((store) => hasAged(store, before))) return;
    // More are left: the next write or search goes on at once.
    if (this.#store.write((store) => trimAged(store, before, MOST_AGED))) this.#trimmedAt = 0;
  }

  // Many writers can keep each other from starting the log anew; then somebody has to insist.
  #shortenLog(): void {
    if (walBytes(this.#store.file) <= this.#logBytes * 2) return;
    this.#store.read((store) => store.database.exec('pragma wal_checkpoint(truncate)'));
  }
}

interface FoundProfile {
  readonly summary: ProfileSummary;
  readonly data: SQLOutputValue | undefined;
}

function readRow(store: StoreAccess, token: number): FoundProfile | undefined {
  const row = store.statement(READ).get(token);
  return row && { summary: toSummary(row), data: row['data'] };
}

function readFromBatch(store: StoreAccess, token: number): FoundProfile | undefined {
  const place = findInBatches(store, token);
  const loaded = place && loadBatch(store, place.first);
  if (!loaded) return undefined;
  const { batch, data } = loaded;
  return { summary: summariesOf(batch)[place.index]!, data: dataIn(batch, data, place.index) };
}

const NOTHING: FoundProfiles = {
  rows: [],
  matched: { count: 0, exact: true },
  next: undefined,
  lookedBackTo: undefined,
};
const MOST_LOG = 4_000_000;
const LEAST_TRIM = 256;
const MOST_AGED = 512;
const AGE_CHECK = 1000;
const READ = 'select * from profiles join profile_data using (seq) where token = ?';
