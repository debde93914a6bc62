import type { Row, SqlRunner } from './sql-runner.ts';

/** The type of each column of a table, by the column's name. */
export type ColumnTypes = ReadonlyMap<string, string>;

/**
 * Asks PostgreSQL once what the columns of a table are: it compares nothing with a parameter of the wrong type.
 * @throws {TypeError} when there is no such table
 */
export async function postgresTypes(runner: SqlRunner, table: string): Promise<ColumnTypes> {
  const { rows } = await runner.run(COLUMNS, [
    table
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  ]);
  if (rows.length === 0) throw new TypeError(`There is no table "${table}" in the database`);
  return new Map(rows.map((row: Row) => [String(row['name']), String(row['type'])]));
}

// Texts of every kind are one, and so is what a domain stands for.
const COLUMNS = `
  select a.attname as "name", case when b.typcategory = 'S' then 'text' else b.typname end as "type"
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped`;
