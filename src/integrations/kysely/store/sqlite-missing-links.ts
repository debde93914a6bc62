import { quote } from './sql-dialect.ts';
import type { SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';

/** The columns whose values lead to no row, asked after SQLite refused them all together. */
export async function missingLinks(
  runner: SqlRunner,
  { bareName }: SqlTable,
  values: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const { rows } = await runner.run(`select * from pragma_foreign_key_list(?) order by id, seq`, [bareName]);
  const keys = Map.groupBy(rows, ({ id }) => id);
  const missing: string[] = [];
  for (const parts of keys.values()) {
    const from = parts.map((part) => String(part['from']));
    const wanted = from.map((column) => values.get(column));
    if (wanted.some((value) => value === null || value === undefined)) continue;
    const parent = String(parts[0]!['table']);
    const to = await targets(
      runner,
      parent,
      parts.map((part) => part['to']),
    );
    const where = to.map((column) => `${quote(column)} = ?`).join(' and ');
    const found = await runner.run(`select 1 from ${quote(parent)} where ${where}`, wanted);
    if (found.rows.length === 0) missing.push(...from);
  }
  return missing;
}

// A link that names no column of the other table leads to its primary key.
async function targets(runner: SqlRunner, parent: string, named: readonly unknown[]): Promise<string[]> {
  if (named.every((name) => typeof name === 'string')) return named as string[];
  const { rows } = await runner.run(`select name from pragma_table_info(?) where pk > 0 order by pk`, [parent]);
  return rows.map(({ name }) => String(name));
}
