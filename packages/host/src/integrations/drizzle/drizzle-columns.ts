import { getTableColumns } from 'drizzle-orm';
import type { Column, Table } from 'drizzle-orm';
import type { ColumnOptions } from '../sql/sql-column.ts';
import type { DrizzleDatabase } from './drizzle-runner.ts';

/** Returns the column of each field that a Drizzle table declares: its name and how it stores times. */
export function drizzleColumns(database: DrizzleDatabase, table: Table): ReadonlyMap<string, ColumnOptions> {
  const columns = new Map<string, ColumnOptions>();
  for (const [field, column] of Object.entries(getTableColumns(table)))
    columns.set(field, { column: nameOf(database, column), ...storageOf(column) });
  return columns;
}

// With the option `casing` of Drizzle, names are derived from fields.
function nameOf(database: DrizzleDatabase, column: Column): string {
  const { dialect } = database as unknown as {
    readonly dialect?: { readonly casing?: { getColumnCasing(column: Column): string } };
  };
  return dialect?.casing?.getColumnCasing(column) ?? column.name;
}

// PostgreSQL is queried for its types.
function storageOf(column: Column): Pick<ColumnOptions, 'as'> {
  if (column.columnType !== 'SQLiteTimestamp') return {};
  const { mode } = column as Column & { readonly mode?: string };
  return { as: mode === 'timestamp_ms' ? 'milliseconds' : 'seconds' };
}
