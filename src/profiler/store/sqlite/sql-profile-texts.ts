import type { PackedTexts } from '../packing/packed-texts.ts';
import type { StoreAccess } from './sql-profile-access.ts';

/** Keeps what a list has beyond what is kept of it, for profiles up to `seq`; within the running transaction. */
export function keepTexts(store: StoreAccess, { id, list }: PackedTexts, seq: number): void {
  const kept = store.statement('select size, last_seq from profile_texts where id = ?').get(id);
  const size = Number(kept?.['size'] ?? 0);
  if (size >= list.length && Number(kept?.['last_seq'] ?? -1) >= seq) return;
  if (size < list.length) {
    store.statement('insert into profile_text_parts values (?, ?, ?)').run(id, size, JSON.stringify(list.slice(size)));
  }
  store.statement('insert or replace into profile_texts values (?, ?, ?)').run(id, list.length, seq + AHEAD);
}

// Kept for some profiles more than need it: two pages would be written with each batch only to say that one more does.
const AHEAD = 4_096;

/** The texts of a list; read again only when it has grown. */
export function textsOf(store: StoreAccess, id: string): readonly string[] {
  const kept = Number(store.statement('select size from profile_texts where id = ?').get(id)?.['size'] ?? 0);
  const known = store.texts.get(id);
  if (known && known.length >= kept) return known;
  const parts = store.statement('select texts from profile_text_parts where id = ? order by first').all(id);
  const texts = parts.flatMap(({ texts: part }) => JSON.parse(String(part)) as string[]);
  if (store.texts.size >= MOST_KNOWN) store.texts.clear();
  store.texts.set(id, texts);
  return texts;
}

/** Removes the lists that no profile needs. */
export function dropTexts(store: StoreAccess): void {
  if (store.statement(NEEDLESS).get() === undefined) return;
  store.database.exec(`delete from profile_texts where ${UNNEEDED};
    delete from profile_text_parts where id not in (select id from profile_texts)`);
}

const MOST_KNOWN = 16;
// Of a packed profile the first byte is the way it is packed, the next six are the list it needs.
const UNNEEDED = `
  last_seq < ifnull((select min(seq) from profiles where pinned = 0), 1e18)
  and last_seq < ifnull((select min(first) from profile_batches), 1e18) and id not in (
    select lower(hex(substr(data, 2, 6))) from profile_data where seq in (select seq from profiles where pinned = 1))`;
const NEEDLESS = `select 1 from profile_texts where ${UNNEEDED} limit 1`;
