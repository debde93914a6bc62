import { assertKnownNames } from 'oriel-core/http';
import { postgresConstraintNames } from './postgres-constraints.ts';
import type { SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { referencingKeys, sqliteConstraints } from './sqlite-constraints.ts';

/**
 * Checks that the database has the constraints that the option `constraints` of a store names: those of its table and its join tables,
 * and those of tables that refer to it.
 *
 * @throws {TypeError} with the first unknown name, and a similar one or all names
 */
export async function assertConstraintNames(
  runner: SqlRunner,
  { bareName, all, constraints, shape }: SqlTable,
): Promise<void> {
  if (constraints.size === 0) return;
  const joins = all.flatMap(({ field, join }) => (join === undefined ? [] : (shape.link(field)?.through?.table ?? [])));
  const isSqlite = runner.dialect.name === 'sqlite';
  const read = isSqlite ? sqliteNames : postgresConstraintNames;
  const known = await Promise.all([bareName, ...joins].map((table) => read(runner, table)));
  assertKnownNames(constraints.keys(), known.flat(), `constraint of the table "${bareName}"`);
}

async function sqliteNames(runner: SqlRunner, table: string): Promise<string[]> {
  const keys = await referencingKeys(runner, table);
  const tables = new Set(keys.map((key) => key.table));
  const others = await Promise.all([...tables].map((other) => sqliteConstraints(runner, other)));
  const foreign = others.flat().filter(({ kind }) => kind === 'missing');
  return [...(await sqliteConstraints(runner, table)), ...foreign].map(({ name }) => name);
}
