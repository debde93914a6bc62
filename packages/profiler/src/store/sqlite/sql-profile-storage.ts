import { NO_PROFILES } from '../search/profile-query.ts';
import type { FoundProfiles, ProfileQuery } from '../search/profile-query.ts';
import type { Profile } from '../../profile/profile.ts';
import { resolveCaps } from '../profile-storage.ts';
import type {
  EncodedProfile,
  ProfileEncoding,
  ProfileStorage,
  ResolvedCaps,
  StorageCaps,
  StorageHealth,
} from '../profile-storage.ts';
import { getLease } from '../profile-token.ts';
import { encodeProfile } from './codec/profile-codec.ts';
import { SharedTexts } from './codec/shared-texts.ts';
import { readData } from './data-search.ts';
import { INSERT_DATA, INSERT_PROFILE, getRow, toSummary } from '../sql/profile-row.ts';
import type { RowValue } from '../sql/profile-row.ts';
import { findProfiles } from './profile-search.ts';
import {
  hasAged,
  getMaxWalBytes,
  pinProfile,
  removeAged,
  removeAll,
  removeLeases,
  removeExcess,
  unpinProfile,
  walBytes,
} from './retention.ts';
import { saveTexts, getTexts } from './shared-text-table.ts';
import { StoreConnection } from './store-connection.ts';
import type { OpenStore } from './store-connection.ts';
import { isProfileError } from './store-trouble.ts';
import type { StoreTrouble } from './store-trouble.ts';
import { leaseTokens, leasedSince } from './token-lease.ts';
import { clearImmediate, Date, performance, setImmediate } from 'oriel-core/builtins';

export interface SqlProfileStorageOptions {
  /** Path of the SQLite file. It is created, with its folder, readable by its owner only. */
  readonly file: string;
  /**
   * Limits of the storage.
   * @default {}
   */
  readonly caps?: Partial<StorageCaps>;
  /**
   * Called once for each problem of the store.
   * @default –
   */
  readonly onTrouble?: (trouble: StoreTrouble) => void;
}

/** Stores profiles in an SQLite file, which several processes of a machine can share. */
export class SqlProfileStorage implements ProfileStorage {
  readonly shared = 'machine';
  readonly #connection: StoreConnection;
  readonly #caps: ResolvedCaps;
  readonly #walBytes: number;
  readonly #searchTime: number;
  #texts = new SharedTexts();
  #written = 0;
  #dropped = 0;
  #batches = 0;
  #agedAt = 0;
  #removing: NodeJS.Immediate | undefined;

  /**
   * @param options the file, the limits and what is called on problems
   * @param searchTime the milliseconds after which a search stops and returns what it found
   */
  constructor({ file, caps, onTrouble }: SqlProfileStorageOptions, searchTime = 40) {
    this.#caps = resolveCaps(caps);
    this.#walBytes = getMaxWalBytes(this.#caps);
    this.#searchTime = searchTime;
    this.#connection = new StoreConnection(file, this.#walBytes, onTrouble ?? (() => undefined));
  }

  get secret(): string | undefined {
    return this.#connection.read((store) => store.secret);
  }

  lease(count: number): readonly number[] | undefined {
    return this.#connection.write((store) => leaseTokens(store, count));
  }

  leasedSince(token: string): number | undefined {
    return this.#connection.read((store) => leasedSince(store, token));
  }

  write(batch: readonly Profile[]): boolean {
    return this.#write(batch.map((profile) => this.#encode(profile)).filter((encoded) => encoded !== undefined));
  }

  readonly encoding: ProfileEncoding = {
    encode: (profile) => this.#encode(profile),
    write: (batch) => this.#write(batch as EncodedRow[]),
  };

  #encode(profile: Profile): EncodedRow | undefined {
    if (this.#texts.isFull) this.#texts = new SharedTexts();
    const encoded = encodeRow(profile, this.#texts);
    if (encoded === undefined) this.#dropped++;
    return encoded;
  }

  #write(batch: readonly EncodedRow[]): boolean {
    const most = Math.max(batch.length * 2, MIN_REMOVED);
    const done = this.#connection.write((store) => {
      const stored = this.#insert(store, batch);
      return { stored, hasMore: removeExcess(store, this.#caps, most) };
    });
    if (!done) return false;
    this.#written += done.stored;
    this.#dropped += batch.length - done.stored;
    if (done.hasMore) this.#removeSoon();
    this.#removeAged();
    this.#truncateLog();
    return true;
  }

  read(token: string): Profile | undefined {
    const lease = getLease(token);
    if (lease === undefined) return undefined;
    return this.#connection.read((store) => {
      const row = store.statement(READ).get(lease);
      const data = row && readData(row['data'], (id) => getTexts(store, id));
      return data && { summary: toSummary(row), data };
    });
  }

  find(query: ProfileQuery): FoundProfiles {
    this.#removeAged();
    const limits = { finding: this.#searchTime, counting: this.#searchTime * 0.4 };
    return this.#connection.read((store) => findProfiles(store, query, limits)) ?? NO_PROFILES;
  }

  pin(token: string, note: string | undefined): boolean {
    const lease = getLease(token) ?? NO_LEASE;
    return this.#connection.write((store) => pinProfile(store, this.#caps, lease, note)) ?? false;
  }

  unpin(token: string): void {
    this.#connection.write((store) => unpinProfile(store, getLease(token) ?? NO_LEASE));
  }

  clear(all = false): number {
    return this.#connection.write((store) => removeAll(store, all)) ?? 0;
  }

  remove(tokens: readonly string[]): number {
    const leases = tokens.map(getLease).filter((lease) => lease !== undefined);
    return this.#connection.write((store) => removeLeases(store, leases)) ?? 0;
  }

  get health(): StorageHealth {
    return { written: this.#written, dropped: this.#dropped, trouble: this.#connection.trouble };
  }

  close(): void {
    clearImmediate(this.#removing);
    this.#connection.close();
  }

  #insert(store: OpenStore, batch: readonly EncodedRow[]): number {
    const first = store.number('select next_seq from profile_counters');
    let stored = 0;
    for (const [index, encoded] of batch.entries()) if (insertProfile(store, first + index, encoded)) stored++;
    const last = first + batch.length - 1;
    for (const texts of new Set(batch.map((encoded) => encoded.texts))) saveTexts(store, texts, last);
    store.statement(COUNT).run(batch.length, stored);
    return stored;
  }

  // After a limit was lowered, many profiles are to be removed: step by step, so that requests are not delayed.
  #removeSoon(): void {
    this.#removing ??= setImmediate(() => {
      this.#removing = undefined;
      if (this.#connection.write((store) => removeExcess(store, this.#caps, MIN_REMOVED))) this.#removeSoon();
    });
  }

  #removeAged(): void {
    const now = performance.now();
    if (this.#agedAt > 0 && now - this.#agedAt < AGE_INTERVAL) return;
    this.#agedAt = now;
    const before = Date.now() - this.#caps.age;
    if (!this.#connection.read((store) => hasAged(store, before))) return;
    // If more are left, the next write or search continues at once.
    if (this.#connection.write((store) => removeAged(store, before, MAX_AGED))) this.#agedAt = 0;
  }

  // With many writing processes, SQLite may never find a moment to restart the write-ahead log.
  #truncateLog(): void {
    // Reading the size takes as long as a statement.
    if (this.#batches++ % TRUNCATE_INTERVAL !== 0) return;
    if (walBytes(this.#connection.path) <= this.#walBytes * 2) return;
    this.#connection.read((store) => store.database.exec('pragma wal_checkpoint(truncate)'));
  }
}

/** A profile as it is stored: its row, its encoded data, and the list of texts that the data refer to. */
interface EncodedRow extends EncodedProfile {
  readonly row: readonly RowValue[];
  readonly texts: SharedTexts;
}

// Returns undefined for a profile that cannot be stored: it would fail again with each retry of its batch.
function encodeRow({ summary, data }: Profile, texts: SharedTexts): EncodedRow | undefined {
  try {
    if (!Number.isFinite(summary.time)) return undefined;
    return { row: getRow(summary), bytes: Buffer.from(encodeProfile(data, texts)), texts };
  } catch {
    return undefined;
  }
}

function insertProfile(store: OpenStore, seq: number, { row, bytes }: EncodedRow): boolean {
  try {
    const { changes } = store.statement(INSERT_PROFILE).run(seq, ...row);
    if (changes === 0) return false;
    store.statement(INSERT_DATA).run(seq, bytes);
    return true;
  } catch (error) {
    if (!isProfileError(error)) throw error;
    store.statement('delete from profiles where seq = ?').run(seq);
    return false;
  }
}

const NO_LEASE = -1;
const TRUNCATE_INTERVAL = 16;
const MIN_REMOVED = 512;
const MAX_AGED = 512;
const AGE_INTERVAL = 1000;
const READ = 'select * from profiles join profile_data using (seq) where lease = ?';
const COUNT = 'update profile_counters set next_seq = next_seq + ?, profiles = profiles + ? where id = 1';
