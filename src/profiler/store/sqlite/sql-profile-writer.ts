import type { GatheredBatch } from './sql-gathered-batch.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { dataIn, readBatch } from './sql-profile-batch.ts';
import { LEAST_BATCH, keepBatch, tokensTaken } from './sql-profile-batches.ts';
import { INSERT_DATA, INSERT_PROFILE } from './sql-profile-row.ts';
import type { RowValue } from './sql-profile-row.ts';
import { keepTexts } from './sql-profile-texts.ts';
import { isFaultOfProfile } from './sql-profile-trouble.ts';

/** Writes a batch within the running transaction; gives how many profiles were kept. */
export function writeProfiles(store: StoreAccess, batch: GatheredBatch): number {
  const first = store.number('select next_seq from profile_counters');
  const kept = batch.size === 0 ? 0 : keepNew(store, first, batch);
  for (const texts of batch.texts) keepTexts(store, texts, first + batch.size - 1);
  store.statement(COUNT).run(batch.size, kept);
  return kept;
}

const COUNT = 'update profile_counters set next_seq = next_seq + ?, profiles = profiles + ? where id = 1';

function keepNew(store: StoreAccess, first: number, batch: GatheredBatch): number {
  const taken = tokensTaken(store, batch);
  if (taken.size === 0 && batch.size >= LEAST_BATCH && !batch.pinned) {
    try {
      keepBatch(store, first, batch);
      return batch.size;
    } catch (error) {
      if (!isFaultOfProfile(error)) throw error;
    }
  }
  return keepEach(store, first, batch, taken);
}

function keepEach(store: StoreAccess, first: number, batch: GatheredBatch, taken: ReadonlySet<string>): number {
  const { rows, sizes } = readBatch(batch.columns);
  let kept = 0;
  for (const [i, row] of rows.entries()) {
    if (taken.has(batch.tokens[i]!)) continue;
    if (keepOne(store, first + i, row, dataIn({ rows, sizes }, batch.data, i))) kept += 1;
  }
  return kept;
}

function keepOne(store: StoreAccess, seq: number, row: readonly RowValue[], data: Uint8Array | string): boolean {
  try {
    const { changes } = store.statement(INSERT_PROFILE).run(seq, ...row);
    if (changes === 0) return false;
    store.statement(INSERT_DATA).run(seq, data);
    return true;
  } catch (error) {
    if (!isFaultOfProfile(error)) throw error;
    store.statement('delete from profiles where seq = ?').run(seq);
    return false;
  }
}
