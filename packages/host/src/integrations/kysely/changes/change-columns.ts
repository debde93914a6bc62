import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isPostgres } from '../is-shared.ts';

/** Returns the type of a column that numbers rows in the order in which they are inserted. */
export function rowNumberColumn(database: Kysely<never>): RawBuilder<unknown> {
  return sql.raw(
    isPostgres(database) ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement',
  );
}

/** Returns the text of an identifier; several keys as JSON. Null if there is none. */
export function itemText(id: unknown): string | null {
  if (id === undefined || id === null) return null;
  return typeof id === 'object' ? JSON.stringify(id) : String(id);
}
