import { quote } from './sql-dialect.ts';
import type { Row, SqlRunner } from './sql-runner.ts';

/** The columns of each unique index and foreign key of a table, by the name of the constraint. */
export type ConstraintColumns = ReadonlyMap<string, readonly string[]>;

/** Reads the constraints of a table from PostgreSQL. The errors of Prisma have their names only. */
export async function postgresConstraints(rowsOf: SqlRunner['rows'], table: string): Promise<ConstraintColumns> {
  const rows = await rowsOf({ sql: CONSTRAINTS, parameters: [quote(table)] });
  return new Map(rows.map((row: Row) => [String(row['name']), row['columns'] as readonly string[]]));
}

/**
 * Reads the names that errors of PostgreSQL may have for a table: those of its constraints and unique indexes, of foreign keys to it, and
 * of the checks of its domains.
 */
export async function postgresConstraintNames(runner: SqlRunner, table: string): Promise<string[]> {
  const rows = await runner.rows({ sql: NAMES, parameters: [quote(table)] });
  return rows.map((row) => String(row['name']));
}

// The error of a column that is null has no name.
const NAMES = `
  select conname as name from pg_constraint
  where contype <> 'n' and (
    conrelid = to_regclass($1) or confrelid = to_regclass($1)
    or contypid in (select atttypid from pg_attribute where attrelid = to_regclass($1) and attnum > 0)
  )
  union
  select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = to_regclass($1) and i.indisunique
  order by name`;

const CONSTRAINTS = `
  select name, json_agg(a.attname order by k.position) as columns
  from (
    select c.relname as name, i.indrelid as owner, i.indkey::int2[] as keys
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique
    union all
    select conname, conrelid, conkey from pg_constraint where contype = 'f'
  ) constraints
  cross join unnest(keys) with ordinality k(number, position)
  join pg_attribute a on a.attrelid = owner and a.attnum = k.number
  where owner = to_regclass($1)
  group by name`;
