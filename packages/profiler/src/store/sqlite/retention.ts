import { statSync, JSON, random } from 'oriel-core/builtins';
import type { ResolvedCaps } from '../profile-storage.ts';
import { NOTABLE_PART, PINNED_PART } from '../profile-storage.ts';
import { IS_NOTABLE } from '../sql/profile-row.ts';
import { removeUnusedTexts } from './shared-text-table.ts';
import type { OpenStore } from './store-connection.ts';
import { PAGE_SIZE } from './store-owner.ts';

/**
 * Removes the oldest profiles that are not pinned while there are too many or they take too many bytes, but at most
 * `most`, because removing many would delay requests. The newest ones with errors or findings are removed last. Call it within a transaction.
 *
 * @returns whether more are to be removed
 */
export function removeExcess(store: OpenStore, caps: ResolvedCaps, most: number): boolean {
  const profiles = store.number('select profiles from profile_counters');
  const bytes = measureBytes(store, caps);
  const excessBytes = Math.ceil(((bytes - caps.bytes) / bytes) * profiles);
  let excess = profiles - caps.profiles;
  // Some more than necessary: removing touches as many pages for one profile as for a hundred.
  if (excess > 0) excess += Math.floor(caps.profiles / 128);
  const count = Math.min(Math.max(excess, excessBytes), profiles);
  if (count > 0) removeOldest(store, Math.min(count, most), findReserved(store, caps, excessBytes > 0));
  return count > most;
}

/** Removes profiles that began before a time, at most `most`. Returns whether more are to be removed. */
export function removeAged(store: OpenStore, before: number, most: number): boolean {
  const rows = store.statement(AGED).all(before, most);
  removeRows(store, rows);
  return rows.length === most;
}

/** Removes profiles by the place of their token in the order of leases, except pinned ones. Returns how many were removed. */
export function removeLeases(store: OpenStore, leases: readonly number[]): number {
  const rows = store.statement(LEASED).all(JSON.stringify(leases));
  removeRows(store, rows);
  return rows.length;
}

function removeRows(store: OpenStore, rows: readonly Readonly<Record<string, unknown>>[]): void {
  if (rows.length === 0) return;
  const sequences = JSON.stringify(rows.map(({ seq }) => seq));
  subtract(store, store.statement(`delete from profiles where ${IN_LIST}`).run(sequences).changes);
  store.statement(`delete from profile_data where ${IN_LIST}`).run(sequences);
  removeUnusedTexts(store);
}

/** Returns whether a profile that is not pinned began before a time. */
export function hasAged(store: OpenStore, before: number): boolean {
  return store.statement(AGED).get(before, 1) !== undefined;
}

/** Pins a profile, or changes its note. Returns false if it does not exist or the limit of pinned profiles is reached. */
export function pinProfile(store: OpenStore, caps: ResolvedCaps, lease: number, note: string | undefined): boolean {
  const row = store.statement('select seq, pinned from profiles where lease = ?').get(lease);
  if (!row || (row['pinned'] !== 1 && !canPin(store, caps, Number(row['seq'])))) return false;
  store.statement('update profiles set pinned = 1, note = ? where lease = ?').run(note ?? null, lease);
  return true;
}

/** Unpins a profile. Call it within a transaction. */
export function unpinProfile(store: OpenStore, lease: number): void {
  store.oldest = 0;
  store.statement('update profiles set pinned = 0, note = null where lease = ?').run(lease);
}

/** Removes all profiles that are not pinned, or all. Returns how many were removed. */
export function removeAll(store: OpenStore, pinnedToo: boolean): number {
  const everything = pinnedToo || store.statement('select 1 from profiles where pinned = 1').get() === undefined;
  const before = store.number('select profiles from profile_counters');
  // Without a condition, SQLite drops whole pages instead of single rows.
  store.database.exec(everything ? 'delete from profiles' : 'delete from profiles where pinned = 0');
  store.database.exec(
    everything ? 'delete from profile_data' : 'delete from profile_data where seq not in (select seq from profiles)',
  );
  removeUnusedTexts(store);
  store.database.exec('update profile_counters set profiles = (select count(*) from profiles)');
  return before - store.number('select profiles from profile_counters');
}

/** Returns the size of the write-ahead log in bytes. */
export function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns the size of the write-ahead log, in bytes, from which SQLite writes it back. At twice the size it is truncated. */
export function getMaxWalBytes(caps: ResolvedCaps): number {
  return Math.min(4_000_000, caps.bytes / 8);
}

// Measuring takes as long as writing a dozen profiles. Far from the limit, it is done for every 16th batch.
function measureBytes(store: OpenStore, caps: ResolvedCaps): number {
  const { measured } = store;
  if (measured.bytes < caps.bytes - MARGIN && measured.batches++ < 16) return measured.bytes;
  const pages = store.number('pragma page_count') - store.number('pragma freelist_count');
  // A log that another process keeps open grows beyond its limit. Removing profiles would only add to it.
  const log = Math.min(walBytes(store.file), getMaxWalBytes(caps) * 2);
  store.measured = { bytes: pages * PAGE_SIZE + log, batches: 0 };
  return store.measured.bytes;
}

function canPin(store: OpenStore, caps: ResolvedCaps, seq: number): boolean {
  const row = store.statement(PINNED).get(seq);
  const bytes = Number(row?.['bytes']) + Number(row?.['count']) * ROW_BYTES;
  return Number(row?.['count']) <= caps.profiles * PINNED_PART && bytes <= caps.bytes * PINNED_PART;
}

// Returns the number of the newest profile with errors or findings that is removed like others.
function findReserved(store: OpenStore, caps: ResolvedCaps, isOverBytes: boolean): number {
  const byCount = store.number(NTH_NOTABLE, Math.floor(caps.profiles * NOTABLE_PART));
  // Reading the sizes takes longer, and only matters if the size is the limit.
  return isOverBytes ? Math.max(byCount, store.number(NOTABLE_OVER, byCount, caps.bytes * NOTABLE_PART)) : byCount;
}

function removeOldest(store: OpenStore, count: number, reserved: number): void {
  // A profile that stayed because of its findings may be before this place, and has to be removed now.
  if (store.number(OLDEST_NOTABLE) <= Math.min(reserved, store.oldest)) store.oldest = 0;
  const from = store.oldest;
  const to = store.number(NTH, from, reserved, count - 1) || store.number(NEWEST, from);
  if (to > 0) {
    const { changes } = store
      .statement(`delete from profiles where seq > ? and seq <= ? and ${REMOVABLE}`)
      .run(from, to, reserved);
    store.statement(REMOVE_DATA).run(from, to);
    // Another process may have unpinned a profile before this place, so the search sometimes starts at the beginning.
    store.oldest = Number(changes) < count || random() < 1 / 64 ? 0 : to;
    subtract(store, changes);
  }
  if (random() < 1 / 64) removeUnusedTexts(store);
}

function subtract(store: OpenStore, count: number | bigint): void {
  store.statement('update profile_counters set profiles = profiles - ? where id = 1').run(count);
}

const MARGIN = 64_000_000;
// About the size of a row and its index entries.
const ROW_BYTES = 600;
const AGED = 'select seq from profiles where time < ? and pinned = 0 limit ?';
const LEASED = 'select seq from profiles where lease in (select value from json_each(?)) and pinned = 0';
const IN_LIST = 'seq in (select value from json_each(?))';
const PINNED = `
  select count(*) as count, total(octet_length(data)) as bytes from profile_data
  where seq = ? or seq in (select seq from profiles where pinned = 1)`;
const REMOVABLE = `pinned = 0 and not (seq > ? and ${IS_NOTABLE})`;
const NTH = `select seq from profiles where seq > ? and ${REMOVABLE} order by seq limit 1 offset ?`;
const OLDEST_NOTABLE = `select min(seq) from profiles where ${IS_NOTABLE} and pinned = 0`;
const NTH_NOTABLE = `select seq from profiles where ${IS_NOTABLE} and pinned = 0 order by seq desc limit 1 offset ?`;
const NOTABLE_OVER = `
  select max(seq) from (
    select seq, sum(octet_length(data)) over (order by seq desc) as total from profile_data
    where seq in (select seq from profiles where seq > ? and ${IS_NOTABLE} and pinned = 0)
  ) where total > ?`;
const NEWEST = 'select max(seq) from profiles where seq > ?';
// The profiles that are left in the range are pinned or have findings.
const REMOVE_DATA = `
  delete from profile_data where seq > ?1 and seq <= ?2
  and seq not in (select seq from profiles where seq > ?1 and seq <= ?2)`;
