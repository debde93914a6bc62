import { quote } from './sql-dialect.ts';
import type { Row, SqlRunner } from './sql-runner.ts';

/** The type of each column of a table by name. */
export type ColumnTypes = ReadonlyMap<string, string>;

/**
 * Reads the types of the columns of a table from PostgreSQL, which compares no column with a parameter of another type.
 *
 * @throws {TypeError} if the table does not exist
 */
export async function postgresTypes(runner: SqlRunner, table: string): Promise<ColumnTypes> {
  const rows = await runner.rows({ sql: COLUMNS, parameters: [quote(table)] });
  if (rows.length === 0) throw new TypeError(`The table "${table}" does not exist`);
  return new Map(rows.map((row: Row) => [String(row['name']), String(row['type'])]));
}

// All string types count as text, an array has the type of its elements, and a domain counts as its base type.
const COLUMNS = `
  select a.attname as "name", case
      when b.typcategory = 'S' then 'text'
      when b.typcategory = 'A' then (select e.typname || '[]' from pg_type e where e.oid = b.typelem)
      else b.typname
    end as "type"
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped`;
