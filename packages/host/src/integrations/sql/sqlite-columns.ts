import { missingTable } from './postgres-types.ts';
import type { SearchIndex } from './search-index.ts';
import type { SqlRunner } from './sql-runner.ts';
import { assertColumns } from './sql-table.ts';
import type { SqlTable } from './sql-table.ts';

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
  await assertTable(
    runner,
    bareName,
    [...own, ...hidden.values()].map((column) => column.bareName),
  );
  for (const { name } of shape.fields) {
    const through = shape.link(name)?.through;
    if (through !== undefined) await assertTable(runner, through.table, [through.from, through.to]);
  }
  if (search !== undefined) await assertTable(runner, search.name, search.key === undefined ? [] : [search.key]);
}

async function assertTable(runner: SqlRunner, table: string, columns: readonly string[]): Promise<void> {
  const [name, schema] = table.split('.').toReversed();
  const rows = await runner.rows(
    schema === undefined
      ? { sql: 'select name as "name" from pragma_table_xinfo(?)', parameters: [name] }
      : { sql: 'select name as "name" from pragma_table_xinfo(?, ?)', parameters: [name, schema] },
  );
  if (rows.length === 0) throw missingTable(table);
  const existing = rows.map((row) => String(row['name']));
  const lower = new Set([...existing.map((each) => each.toLowerCase()), 'rowid', 'oid', '_rowid_']);
  // Names of SQLite have no case.
  const missing = columns.filter((column) => !lower.has(column.toLowerCase()));
  assertColumns(
    missing.map((column) => ({ bareName: column })),
    existing,
    table,
  );
}
