import { missingTable } from './postgres-types.ts';
import type { SearchIndex } from './search-index.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlRunner } from './sql-runner.ts';
import { assertColumns } from './sql-table.ts';
import type { SqlTable } from './sql-table.ts';
import { readColumns } from './sqlite-constraints.ts';

/**
 * Checks that SQLite has the tables of a store: its own, its join tables, and that of its search.
 *
 * @throws {TypeError} if a table or a column does not exist
 */
export async function assertSqliteColumns(
  runner: SqlRunner,
  table: SqlTable,
  search: SearchIndex | undefined,
): Promise<void> {
  const { shape, own, hidden, bareName } = table;
  const types = await assertTable(
    runner,
    bareName,
    [...own, ...hidden.values()].map((column) => column.bareName),
  );
  for (const column of own) assertExact(column, types.get(column.bareName.toLowerCase()) ?? '', table);
  for (const { name } of shape.fields) {
    const through = shape.link(name)?.through;
    if (through !== undefined) await assertTable(runner, through.table, [through.from, through.to]);
  }
  if (search !== undefined) await assertTable(runner, search.name, search.key === undefined ? [] : [search.key]);
}

// SQLite converts numbers by the type of the column (https://sqlite.org/datatype3.html). That of `numeric` would round them.
function assertExact(
  { kind, isInt64, field, bareName }: SqlColumn,
  type: string,
  { bareName: table, shape }: SqlTable,
): void {
  if (kind !== 'decimal') return;
  const isExact = isInt64 ? /int/i.test(type) : /char|clob|text/i.test(type) && !/int/i.test(type);
  if (isExact) return;
  throw new TypeError(
    `The field "${field}" of "${shape.resource}" is a decimal number, but its column "${bareName}" of "${table}" is ${type || 'without a type'}, in which SQLite rounds it; declare the column as ${isInt64 ? 'integer' : 'text'}`,
  );
}

async function assertTable(
  runner: SqlRunner,
  table: string,
  columns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await readColumns(runner, table);
  if (rows.length === 0) throw missingTable(table);
  const existing = rows.map((row) => String(row['name']));
  const lower = new Set([...existing.map((text) => text.toLowerCase()), 'rowid', 'oid', '_rowid_']);
  // Names of SQLite have no case.
  const missing = columns.filter((column) => !lower.has(column.toLowerCase()));
  assertColumns(
    missing.map((column) => ({ bareName: column })),
    existing,
    table,
  );
  return new Map(rows.map((row) => [String(row['name']).toLowerCase(), String(row['type'])]));
}
