import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../database-kind.ts';

/** Returns the type of a column that numbers rows in the order in which they are inserted. */
export function rowNumberColumn(database: Kysely<never>): RawBuilder<unknown> {
  return sql.raw(
    isPostgres(database) ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement',
  );
}

/**
 * Returns the migration that creates a table.
 *
 * @param number the column that numbers its rows
 * @param columns the other columns
 * @param indexes the columns of its indexes, by the end of their names
 */
export function createMigration(
  name: string,
  number: string,
  columns: RawBuilder<unknown>,
  indexes: Readonly<Record<string, RawBuilder<unknown>>>,
): Migration {
  const table = sql.table(name);
  return {
    async up(database: Kysely<never>) {
      const key = sql`${sql.ref(number)} ${rowNumberColumn(database)}`;
      await sql`create table ${table} (${key}, ${columns})`.execute(database);
      for (const [end, keys] of Object.entries(indexes))
        await sql`create index ${sql.ref(`${name.replaceAll('.', '_')}_${end}`)} on ${table} (${keys})`.execute(
          database,
        );
    },
    async down(database: Kysely<never>) {
      await sql`drop table ${table}`.execute(database);
    },
  };
}

/** Returns the text of an identifier; several keys as JSON. Null if there is none. */
export function itemText(id: unknown): string | null {
  if (id === undefined || id === null) return null;
  return typeof id === 'object' ? JSON.stringify(id) : String(id);
}
