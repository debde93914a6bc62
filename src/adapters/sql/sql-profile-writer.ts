import { PackedProfile } from '../../profiler/index.ts';
import type { StoredProfile } from '../../profiler/index.ts';
import { GatheredBatch } from './sql-gathered-batch.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { LEAST_BATCH, keepBatch, tokensTaken } from './sql-profile-batches.ts';
import { INSERT_DATA, INSERT_PROFILE, rowOf } from './sql-profile-row.ts';
import { keepTexts } from './sql-profile-texts.ts';
import { isFaultOfProfile } from './sql-profile-trouble.ts';

/** Writes a batch within the running transaction; gives how many profiles were kept. */
export function writeProfiles(store: StoreAccess, batch: GatheredBatch): number {
  const first = store.number('select next_seq from profile_counters');
  const kept = keepNew(store, first, batch);
  for (const texts of batch.texts) keepTexts(store, texts, first + batch.length - 1);
  store.statement(COUNT).run(batch.length, kept);
  return kept;
}

const COUNT = 'update profile_counters set next_seq = next_seq + ?, profiles = profiles + ? where id = 1';

function keepNew(store: StoreAccess, first: number, batch: GatheredBatch): number {
  if (batch.profiles.length === 0) return 0;
  const taken = tokensTaken(store, batch);
  if (taken.size > 0)
    return keepAll(store, first, GatheredBatch.of(batch.profiles.filter(({ summary }) => !taken.has(summary.token))));
  return keepAll(store, first, batch);
}

function keepAll(store: StoreAccess, first: number, batch: GatheredBatch): number {
  if (batch.profiles.length >= LEAST_BATCH && !batch.pinned) {
    try {
      keepBatch(store, first, batch);
      return batch.profiles.length;
    } catch (error) {
      if (!isFaultOfProfile(error)) throw error;
    }
  }
  let kept = 0;
  for (const [index, profile] of batch.profiles.entries()) if (keepOne(store, first + index, profile)) kept += 1;
  return kept;
}

function keepOne(store: StoreAccess, seq: number, profile: StoredProfile): boolean {
  try {
    const { changes } = store.statement(INSERT_PROFILE).run(seq, ...rowOf(profile.summary));
    if (changes === 0) return false;
    store.statement(INSERT_DATA).run(seq, profile instanceof PackedProfile ? profile.bytes : profile.data);
    return true;
  } catch (error) {
    if (!isFaultOfProfile(error)) throw error;
    store.statement('delete from profiles where seq = ?').run(seq);
    return false;
  }
}
