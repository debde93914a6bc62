import type { SharedTexts } from './codec/shared-texts.ts';
import type { OpenStore } from './store-connection.ts';
import { JSON } from 'oriel-core/builtins';

/** Stores the texts that were added to a list, for profiles up to `seq`. Call it within a transaction. */
export function saveTexts(store: OpenStore, { id, list }: SharedTexts, seq: number): void {
  // Another process may have removed the list, so its size is read each time.
  const row = store.statement('select size, last_seq from profile_texts where id = ?').get(id);
  const size = Number(row?.['size'] ?? 0);
  if (size >= list.length && Number(row?.['last_seq'] ?? -1) >= seq) return;
  if (size < list.length) {
    store.statement('insert into profile_text_parts values (?, ?, ?)').run(id, size, JSON.stringify(list.slice(size)));
  }
  store.statement('insert or replace into profile_texts values (?, ?, ?)').run(id, list.length, seq + AHEAD);
}

// Reserves the list for more profiles than written so far: otherwise each batch would write this row.
const AHEAD = 4_096;

/** Returns the texts of a list, cached until it grows. */
export function getTexts(store: OpenStore, id: string): readonly string[] {
  const size = Number(store.statement('select size from profile_texts where id = ?').get(id)?.['size'] ?? 0);
  const cached = store.texts.get(id);
  if (cached && cached.length >= size) return cached;
  const parts = store.statement('select texts from profile_text_parts where id = ? order by first').all(id);
  const texts = parts.flatMap(({ texts: part }) => JSON.parse(String(part)) as string[]);
  if (store.texts.size >= MAX_CACHED) store.texts.clear();
  store.texts.set(id, texts);
  return texts;
}

/** Removes the lists that no stored profile refers to. */
export function removeUnusedTexts(store: OpenStore): void {
  if (store.statement(UNUSED).get() === undefined) return;
  store.database.exec(`delete from profile_texts where ${IS_UNUSED};
    delete from profile_text_parts where id not in (select id from profile_texts)`);
}

const MAX_CACHED = 16;
// Bytes 2 to 7 of an encoded profile are the id of its list.
const IS_UNUSED = `
  last_seq < ifnull((select min(seq) from profiles where pinned = 0), 1e18) and id not in (
    select lower(hex(substr(data, 2, 6))) from profile_data where seq in (select seq from profiles where pinned = 1))`;
const UNUSED = `select 1 from profile_texts where ${IS_UNUSED} limit 1`;
