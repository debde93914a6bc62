import { statSync } from 'node:fs';
import type { StorageCaps } from '../profile-storage.ts';
import { PINNED_PART } from '../profile-storage.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { batchesOf, dropBatches, findInBatches, indexBatch, shortenBatch } from './sql-profile-batches.ts';
import type { BatchHead } from './sql-profile-batches.ts';
import { PAGE_SIZE } from './sql-profile-file.ts';
import { dropTexts } from './sql-profile-texts.ts';

/**
 * Removes the oldest unpinned profiles until all three caps hold, within the running transaction, but no more than
 * `most`: removing many at once would be felt by requests. True when there is more to remove.
 */
export function trim(store: StoreAccess, caps: StorageCaps, most: number): boolean {
  const profiles = profilesIn(store);
  const bytes = bytesNear(store, caps);
  const overCount = profiles - caps.profiles;
  const overBytes = Math.ceil(((bytes - caps.bytes) / bytes) * profiles);
  const over = Math.min(Math.max(overCount, overBytes), profiles);
  if (over > 0) removeOldest(store, Math.min(over, most));
  return over > most;
}

/** Removes profiles that are too old; true when there are more of them. */
export function trimAged(store: StoreAccess, before: number, most: number): boolean {
  for (const batch of batchesOf(store)) {
    if (batch.newest < before) count(store, shortenBatch(store, batch, batch.count));
    else if (batch.oldest < before) indexBatch(store, batch.first);
  }
  const rows = store.statement(AGED).all(before, most);
  if (rows.length === 0) return false;
  const sequences = JSON.stringify(rows.map(({ seq }) => seq));
  count(store, store.statement(`delete from profiles where ${AMONG}`).run(sequences).changes);
  store.statement(`delete from profile_data where ${AMONG}`).run(sequences);
  dropTexts(store);
  return rows.length === most;
}

/** Is any profile too old? */
export function hasAged(store: StoreAccess, before: number): boolean {
  const aged = store.statement(AGED).get(before, 1) ?? store.statement(AGED_BATCH).get(before);
  return aged !== undefined;
}

/** Pins a profile, or changes its note; false when there is no room for another pin, and when there is no such profile. */
export function pinProfile(store: StoreAccess, caps: StorageCaps, token: number, note: string | undefined): boolean {
  const place = findInBatches(store, token);
  if (place) indexBatch(store, place.first);
  const row = store.statement('select seq, pinned from profiles where token = ?').get(token);
  if (!row || (row['pinned'] !== 1 && !hasRoomToPin(store, caps, Number(row['seq'])))) return false;
  store.statement('update profiles set pinned = 1, note = ? where token = ?').run(note ?? null, token);
  return true;
}

/** Lets it go again. */
export function unpinProfile(store: StoreAccess, token: number): void {
  store.oldest = 0;
  store.statement('update profiles set pinned = 0, note = null where token = ?').run(token);
}

function profilesIn(store: StoreAccess): number {
  return store.number('select profiles from profile_counters');
}

// Asking takes as long as a dozen profiles do, so only every fourth batch does where there is room for four of sixteen writers.
function bytesNear(store: StoreAccess, caps: StorageCaps): number {
  const { sized } = store;
  if (sized.bytes < caps.bytes - ROOM && sized.age++ < 3) return sized.bytes;
  // Used pages, and the write-ahead log.
  const pages = store.number('pragma page_count') - store.number('pragma freelist_count');
  store.sized = { bytes: pages * PAGE_SIZE + walBytes(store.file), age: 0 };
  return store.sized.bytes;
}

/** Size of the write-ahead log. */
export function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** Removes everything, or everything unpinned; gives how many went. */
export function removeAll(store: StoreAccess, pinnedToo: boolean): number {
  const everything = pinnedToo || store.statement('select 1 from profiles where pinned = 1').get() === undefined;
  const before = store.number('select profiles from profile_counters');
  dropBatches(store);
  // Without a condition SQLite drops whole pages instead of removing row by row.
  store.database.exec(everything ? 'delete from profiles' : 'delete from profiles where pinned = 0');
  store.database.exec(
    everything ? 'delete from profile_data' : 'delete from profile_data where seq not in (select seq from profiles)',
  );
  dropTexts(store);
  store.database.exec('update profile_counters set profiles = (select count(*) from profiles)');
  return before - store.number('select profiles from profile_counters');
}

const ROOM = 64_000_000;
// Roughly what a profile takes in the narrow table and the indexes.
const ROW_BYTES = 600;
const AGED = 'select seq from profiles where time < ? and pinned = 0 limit ?';
const AGED_BATCH = 'select 1 from profile_batches where oldest < ? limit 1';
const OLDEST_BATCH = 'select first, count, skipped, oldest, newest from profile_batches order by first limit 1';
const AMONG = 'seq in (select value from json_each(?))';
const PINNED = `
  select count(*) as count, total(octet_length(data)) as bytes from profile_data
  where seq = ? or seq in (select seq from profiles where pinned = 1)`;
const NTH = 'select seq from profiles where seq > ? and seq < ? and pinned = 0 order by seq limit 1 offset ?';
const LAST = 'select max(seq) from profiles where seq > ? and seq < ?';
// What remains of the range after the unpinned went is pinned.
const REMOVE_DATA = `
  delete from profile_data where seq > ?1 and seq <= ?2
  and seq not in (select seq from profiles where seq > ?1 and seq <= ?2)`;

function hasRoomToPin(store: StoreAccess, caps: StorageCaps, seq: number): boolean {
  const row = store.statement(PINNED).get(seq);
  const bytes = Number(row?.['bytes']) + Number(row?.['count']) * ROW_BYTES;
  return Number(row?.['count']) <= caps.profiles * PINNED_PART && bytes <= caps.bytes * PINNED_PART;
}

function removeOldest(store: StoreAccess, many: number): void {
  for (let left = many; left > 0;) {
    const batch = store.statement(OLDEST_BATCH).get() as unknown as BatchHead | undefined;
    left -= removeRows(store, left, batch?.first ?? Number.MAX_SAFE_INTEGER);
    if (batch === undefined) break;
    if (left > 0) left -= count(store, shortenBatch(store, batch, left));
  }
  if (Math.random() < 1 / 64) dropTexts(store);
}

// At most so many of those that came before a batch.
function removeRows(store: StoreAccess, many: number, before: number): number {
  const from = store.oldest;
  const to = store.number(NTH, from, before, many - 1) || store.number(LAST, from, before);
  if (to === 0) return 0;
  const { changes } = store.statement('delete from profiles where seq > ? and seq <= ? and pinned = 0').run(from, to);
  store.statement(REMOVE_DATA).run(from, to);
  // Now and then from the start again: another process may have unpinned what was passed over.
  store.oldest = Number(changes) < many || Math.random() < 1 / 64 ? 0 : to;
  return count(store, changes);
}

function count(store: StoreAccess, removed: number | bigint): number {
  store.statement('update profile_counters set profiles = profiles - ? where id = 1').run(removed);
  return Number(removed);
}
