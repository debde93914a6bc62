import { quote } from './sql-dialect.ts';
import type { Row, SqlRunner } from './sql-runner.ts';

/** The type of each column of a table by name. */
export interface ColumnTypes extends ReadonlyMap<string, string> {
  /** The digits of the columns of the type `numeric` that limit them. */
  readonly digits?: ReadonlyMap<string, number>;
}

/**
 * Reads the types of the columns of a table from PostgreSQL, which compares no column with a parameter of another type. Calls in the
 * same turn for tables of one database are one query.
 *
 * @throws {TypeError} if the table does not exist
 */
export async function postgresTypes(runner: SqlRunner, table: string): Promise<ColumnTypes> {
  let batch = batches.get(runner.database);
  if (batch === undefined) {
    const tables = new Set<string>();
    const types = Promise.resolve().then(() => {
      batches.delete(runner.database);
      return readTypes(runner, [...tables]);
    });
    batches.set(runner.database, (batch = { tables, types }));
  }
  batch.tables.add(table);
  const types = (await batch.types).get(quote(table));
  if (types === undefined) throw missingTable(table);
  return types;
}

/** Returns the error for a table that a store needs and the database does not have. */
export function missingTable(table: string): TypeError {
  return new TypeError(`The table "${table}" does not exist; create it with a migration, or correct the name`);
}

interface Batch {
  readonly tables: Set<string>;
  readonly types: Promise<ReadonlyMap<string, ColumnTypes>>;
}

const batches = new WeakMap<object, Batch>();

async function readTypes(runner: SqlRunner, tables: readonly string[]): Promise<ReadonlyMap<string, ColumnTypes>> {
  const rows = await runner.rows({ sql: COLUMNS, parameters: [JSON.stringify(tables.map(quote))] });
  const byTable = Map.groupBy(rows, (row) => String(row['table']));
  return new Map(
    [...byTable].map(([table, columns]) => [
      table,
      Object.assign(new Map(columns.map((row: Row) => [String(row['name']), String(row['type'])])), {
        digits: new Map(
          columns.flatMap((row) => (row['digits'] === null ? [] : [[String(row['name']), Number(row['digits'])]])),
        ),
      }),
    ]),
  );
}

// The type of a column, whose type in the catalog is `b`. All string types count as text, an array has the type of its elements, and a domain counts as its base type.
export const TYPE_NAME = `case
    when b.typcategory = 'S' then 'text'
    when b.typcategory = 'A' then (select e.typname || '[]' from pg_type e where e.oid = b.typelem)
    else b.typname
  end`;

const COLUMNS = `
  select n.name as "table", a.attname as "name", ${TYPE_NAME} as "type",
    case when b.oid in ('numeric'::regtype, 'numeric[]'::regtype)
      then nullif(greatest(a.atttypmod, t.typtypmod), -1) - 4 >> 16 & 65535
    end as "digits"
  from json_array_elements_text(($1::text)::json) as n(name)
  join pg_attribute a on a.attrelid = to_regclass(n.name)
  join pg_type t on t.oid = a.atttypid
  join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  where a.attnum > 0 and not a.attisdropped`;
