import { PackedProfile } from '../../profiler/index.ts';
import type { StoredProfile } from '../../profiler/index.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { INSERT_PROFILE, toRow } from './sql-profile-schema.ts';
import { keepTexts } from './sql-profile-texts.ts';
import { isFaultOfProfile } from './sql-profile-trouble.ts';

/** Writes a batch within the running transaction; gives how many profiles were kept. */
export function writeProfiles(store: StoreAccess, batch: readonly StoredProfile[]): number {
  const first = store.number(TAKE_SEQUENCE, batch.length);
  let kept = 0;
  for (const [index, profile] of batch.entries()) if (writeProfile(store, first + index, profile)) kept += 1;
  const lists = new Set(batch.map((profile) => (profile instanceof PackedProfile ? profile.texts : undefined)));
  for (const texts of lists) if (texts) keepTexts(store, texts, first + batch.length - 1);
  store.statement(COUNT).run(kept);
  return kept;
}

const TAKE_SEQUENCE = 'update profile_counters set next_seq = next_seq + ?1 where id = 1 returning next_seq - ?1';
const COUNT = 'update profile_counters set profiles = profiles + ? where id = 1';

// One profile that cannot be written (a token that is taken, a number that is none) must not hold up all after it.
function writeProfile(store: StoreAccess, seq: number, profile: StoredProfile): boolean {
  try {
    const { changes } = store.statement(INSERT_PROFILE).run(...toRow(seq, profile));
    if (changes === 0) return false;
  } catch (error) {
    if (isFaultOfProfile(error)) return false;
    throw error;
  }
  try {
    store
      .statement('insert into profile_data values (?, ?)')
      .run(seq, profile instanceof PackedProfile ? profile.bytes : profile.data);
    return true;
  } catch (error) {
    if (!isFaultOfProfile(error)) throw error;
    store.statement('delete from profiles where seq = ?').run(seq);
    return false;
  }
}
