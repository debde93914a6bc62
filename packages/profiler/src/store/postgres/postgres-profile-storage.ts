import { atMost, parseDuration } from 'oriel-core/http';
import { hostname } from 'node:os';
import type { Duration } from 'oriel-core/http';
import type { Profile, ProfileData } from '../../profile/profile.ts';
import { NO_PROFILES } from '../search/profile-query.ts';
import type { FoundProfiles, ProfileQuery } from '../search/profile-query.ts';
import { resolveCaps } from '../profile-storage.ts';
import type {
  ProfileEncoding,
  ProfileStorage,
  ResolvedCaps,
  StorageCaps,
  StorageHealth,
  StorageOverview,
} from '../profile-storage.ts';
import { getLease } from '../profile-token.ts';
import { toSummary } from '../sql/profile-row.ts';
import { encodeRow } from './encode-row.ts';
import type { EncodedRow } from './encode-row.ts';
import { LostCount, readOverview, saveLoss } from './lost-profiles.ts';
import { createPartitions, getMonth } from './partitions.ts';
import type { PostgresClient } from './postgres-client.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { pinProfile, removeAged, removeAll, removeLeases, removeExcess } from './postgres-retention.ts';
import { readSecret, tableNames } from './postgres-schema.ts';
import type { TableNames } from './postgres-schema.ts';
import { findProfiles } from './postgres-search.ts';
import { leasedSince, leaseTokens } from './postgres-tokens.ts';
import { isProfileError } from './postgres-trouble.ts';
import { writeProfiles } from './write-profiles.ts';
import { Date, JSON, URL } from 'oriel-core/builtins';

export interface PostgresProfileStorageOptions {
  /** The URL of the database, such as `postgres://shop:secret@10.0.0.5/shop`. A fragment is the prefix: `…/shop#orders`. */
  readonly url: string;
  /**
   * The prefix of the tables: 1 to 32 lowercase letters, digits and _.
   * @default the fragment of the URL, else 'oriel'
   */
  readonly prefix?: string;
  /**
   * The name of this machine in the list.
   * @default the environment variable `ORIEL_MACHINE`, else the host name of the operating system
   */
  readonly machine?: string;
  /**
   * Limits of the storage, over all machines.
   * @default 1,000,000 profiles, 4 GB, 7 days
   */
  readonly caps?: Partial<StorageCaps>;
  /**
   * The time that a search may take before it returns what it found.
   * @default '1 s'
   */
  readonly searchTime?: Duration;
  /**
   * Called once for each outage.
   * @default –
   */
  readonly onTrouble?: (message: string) => void;
}

/**
 * Stores profiles in PostgreSQL, which several machines can share. Needs the package `pg`. The tables are created at the
 * first use. A server that is not available delays no request: profiles wait in the queue, and are lost when it is full.
 *
 * @example
 * ```ts no-run
 * import { defineHost } from 'oriel-host';
 * import { PostgresProfileStorage } from 'oriel';
 * const storage = new PostgresProfileStorage({ url: 'postgres://shop:secret@10.0.0.5/shop' });
 * defineHost({ profiler: { storage, key: process.env['ORIEL_PROFILER_KEY'] ?? '' }, onClose: () => storage.close() });
 * ```
 */
export class PostgresProfileStorage implements ProfileStorage {
  readonly shared = true;
  readonly batch = 500;
  readonly #machine: string;
  readonly #caps: ResolvedCaps;
  readonly #searchTime: number;
  readonly #tables: TableNames;
  readonly #connection: PostgresConnection;
  readonly #months = new Set<string>();
  readonly #lost: LostCount;
  #secret: string | undefined;
  #written = 0;
  #dropped = 0;
  #maintainedAt = 0;
  #namedAt = 0;

  /** @throws {TypeError} if the URL, the prefix or a duration is invalid */
  constructor(options: PostgresProfileStorageOptions) {
    const { url, caps, machine = process.env['ORIEL_MACHINE'] || hostname(), searchTime = '1 s', onTrouble } = options;
    if (!isPostgresUrl(url))
      throw new TypeError(
        'The URL of profiles is not one of PostgreSQL, such as postgres://user:password@127.0.0.1/shop',
      );
    const address = new URL(url);
    const prefix = options.prefix ?? (address.hash.slice(1) || 'oriel');
    if (!/^[a-z][a-z0-9_]{0,31}$/.test(prefix))
      throw new TypeError(`The prefix "${prefix}" is invalid; use 1 to 32 lowercase letters, digits and _`);
    this.#machine = machine.slice(0, 100);
    this.#caps = resolveCaps({ ...DEFAULT_CAPS, ...caps });
    this.#searchTime = parseDuration(searchTime, 'searchTime');
    this.#tables = tableNames(prefix);
    this.#lost = new LostCount(this.#machine);
    address.hash = '';
    this.#connection = new PostgresConnection(address.href, this.#tables, onTrouble ?? (() => undefined));
  }

  /** Connects and creates the tables. Waits for at most two seconds; a server that is not available is reported. */
  async connect(): Promise<void> {
    await atMost(this.overview(), CONNECT_TIMEOUT);
  }

  async lease(count: number): Promise<readonly number[] | undefined> {
    return this.#connection.run(async (client) => {
      this.#secret = await readSecret(client, this.#tables);
      return await leaseTokens(client, this.#tables, count);
    });
  }

  /** Known from the first lease on: nothing is recorded before it. */
  get secret(): string | undefined {
    return this.#secret;
  }

  async leasedSince(token: string): Promise<number | undefined> {
    return this.#connection.run((client) => leasedSince(client, this.#tables, token));
  }

  write(batch: readonly Profile[]): Promise<boolean> {
    return this.#write(batch.map((profile) => this.#encode(profile)).filter((row) => row !== undefined));
  }

  readonly encoding: ProfileEncoding = {
    encode: (profile) => this.#encode(profile),
    write: (batch) => this.#write(batch as EncodedRow[]),
  };

  async read(token: string): Promise<Profile | undefined> {
    const lease = getLease(token);
    if (lease === undefined) return undefined;
    const sql = `select * from ${this.#tables.profiles} where lease = $1`;
    return this.#connection.run(async (client) => {
      const [row] = (await client.query(sql, [lease])).rows;
      return row && { summary: toSummary(row), data: JSON.parse(String(row['data'])) as ProfileData };
    });
  }

  async find(query: ProfileQuery): Promise<FoundProfiles> {
    const found = await this.#connection.run(async (client) => {
      try {
        return await findProfiles(client, this.#tables, query, this.#searchTime);
      } catch (error) {
        // A value that no column can have.
        if (isProfileError(error)) return NO_PROFILES;
        throw error;
      }
    });
    return found ?? NO_PROFILES;
  }

  async pin(token: string, note: string | undefined): Promise<boolean> {
    const lease = getLease(token);
    if (lease === undefined) return false;
    const text = note?.replaceAll('\0', '\ufffd');
    return (await this.#connection.run((client) => pinProfile(client, this.#tables, this.#caps, lease, text))) ?? false;
  }

  async unpin(token: string): Promise<void> {
    const sql = `update ${this.#tables.profiles} set pinned = 0, note = null where lease = $1`;
    await this.#connection.run((client) => client.query(sql, [getLease(token) ?? -1]));
  }

  async clear(all = false): Promise<number> {
    return (await this.#connection.run((client) => removeAll(client, this.#tables, all))) ?? 0;
  }

  async remove(tokens: readonly string[]): Promise<number> {
    const leases = tokens.map(getLease).filter((lease) => lease !== undefined);
    return (await this.#connection.run((client) => removeLeases(client, this.#tables, leases))) ?? 0;
  }

  get health(): StorageHealth {
    return { written: this.#written, dropped: this.#dropped, trouble: this.#connection.trouble };
  }

  reportLost(count: number): void {
    this.#lost.add(count);
  }

  async overview(): Promise<StorageOverview> {
    return (await this.#connection.run((client) => readOverview(client, this.#tables))) ?? { machines: [], lost: [] };
  }

  async close(): Promise<void> {
    if (!this.#lost.isEmpty) await this.#connection.run((client) => this.#saveLoss(client));
    await this.#connection.close();
  }

  #encode(profile: Profile): EncodedRow | undefined {
    const row = encodeRow(profile, this.#machine);
    if (row === undefined) this.#dropped++;
    else this.#lost.app = profile.summary.app.slice(0, 200).replaceAll('\0', '\ufffd');
    return row;
  }

  async #write(batch: readonly EncodedRow[]): Promise<boolean> {
    if (batch.length === 0) return true;
    const stored = await this.#connection.run((client) => writeProfiles(client, this.#tables, batch, this.#months));
    if (stored === undefined) return false;
    this.#written += stored;
    this.#dropped += batch.length - stored;
    await this.#connection.run((client) => this.#maintain(client));
    return true;
  }

  #saveLoss(client: PostgresClient): Promise<void> {
    return this.#lost.flush((lost) => saveLoss(client, this.#tables, lost));
  }

  async #maintain(client: PostgresClient): Promise<void> {
    await removeExcess(client, this.#tables, this.#caps);
    const now = Date.now();
    await this.#saveLoss(client);
    if (Math.abs(now - this.#maintainedAt) < MAINTENANCE_INTERVAL) return;
    this.#maintainedAt = now;
    await removeAged(client, this.#tables, now - this.#caps.age);
    if (Math.abs(now - this.#namedAt) < NAMING_INTERVAL) return;
    this.#namedAt = now;
    // Before the month begins, so that no request of its first second waits.
    await createPartitions(client, this.#tables, [getMonth(now), getMonth(now + AHEAD)]);
    const named = `insert into ${this.#tables.machines} values ($1) on conflict (name) do update set seen = now()`;
    await client.query(named, [this.#machine]);
  }
}

/** Returns whether a text is the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text);
}

const DEFAULT_CAPS = { profiles: 1_000_000, bytes: 4_000_000_000, age: '7 d' } as const;
const CONNECT_TIMEOUT = 2_000;
const MAINTENANCE_INTERVAL = 1_000;
const NAMING_INTERVAL = 60_000;
const AHEAD = 7 * 86_400_000;
