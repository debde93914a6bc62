import { PackedProfile, fromProfileToken } from '../../profiler/index.ts';
import type { StoredProfile } from '../../profiler/index.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { LEAST_BATCH, keepBatch, tokensTaken } from './sql-profile-batches.ts';
import { INSERT_DATA, INSERT_PROFILE, toRow } from './sql-profile-row.ts';
import { keepTexts } from './sql-profile-texts.ts';
import { isFaultOfProfile } from './sql-profile-trouble.ts';

/** Writes a batch within the running transaction; gives how many profiles were kept. */
export function writeProfiles(store: StoreAccess, batch: readonly StoredProfile[]): number {
  const first = store.number(TAKE_SEQUENCE, batch.length);
  const kept = keepNew(store, first, batch.filter(isWhole));
  const lists = new Set(batch.map((profile) => (profile instanceof PackedProfile ? profile.texts : undefined)));
  for (const texts of lists) if (texts) keepTexts(store, texts, first + batch.length - 1);
  store.statement(COUNT).run(kept);
  return kept;
}

const TAKE_SEQUENCE = 'update profile_counters set next_seq = next_seq + ?1 where id = 1 returning next_seq - ?1';
const COUNT = 'update profile_counters set profiles = profiles + ? where id = 1';

// One profile that cannot be written (a time that is none, a token that is taken) must not hold up all after it.
function isWhole({ summary }: StoredProfile): boolean {
  return fromProfileToken(summary.token) !== undefined && Number.isFinite(summary.time);
}

function keepNew(store: StoreAccess, first: number, batch: readonly StoredProfile[]): number {
  if (batch.length === 0) return 0;
  const taken = new Set(tokensTaken(store, tokensOf(batch)));
  const fresh = batch.filter(({ summary }) => !taken.has(summary.token) && taken.add(summary.token));
  if (fresh.length >= LEAST_BATCH && !fresh.some(({ summary }) => summary.pinned)) {
    try {
      keepBatch(store, first, fresh);
      return fresh.length;
    } catch (error) {
      if (!isFaultOfProfile(error)) throw error;
    }
  }
  let kept = 0;
  for (const [index, profile] of fresh.entries()) if (keepOne(store, first + index, profile)) kept += 1;
  return kept;
}

function tokensOf(batch: readonly StoredProfile[]): string[] {
  return batch.map(({ summary }) => summary.token);
}

function keepOne(store: StoreAccess, seq: number, profile: StoredProfile): boolean {
  try {
    const { changes } = store.statement(INSERT_PROFILE).run(...toRow(seq, profile));
    if (changes === 0) return false;
    store.statement(INSERT_DATA).run(seq, profile instanceof PackedProfile ? profile.bytes : profile.data);
    return true;
  } catch (error) {
    if (!isFaultOfProfile(error)) throw error;
    store.statement('delete from profiles where seq = ?').run(seq);
    return false;
  }
}
