import type { StoreField, StoreShape } from '../../features/resources/declare/resource-store.ts';
import { TYPE_NAME } from './postgres-types.ts';
import { quote } from './sql-dialect.ts';
import type { SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { SqlText } from './sql-text.ts';

/** The name of the column of a computed field in subqueries, which no table has. */
export function computedColumn({ fields }: StoreShape, field: StoreField): string {
  return `computed ${fields.indexOf(field)}`;
}

/**
 * Writes the table of a statement: its name, or a subquery with the columns of the table and the computed ones. In the subquery, the
 * table has its name, which expressions may use. Databases merge the subquery with the statement, so that indexes are used.
 *
 * @param withRowids whether the statement needs the rowids of SQLite
 */
export function writeTable(out: SqlText, { name, computed }: SqlTable, runner: SqlRunner, withRowids: boolean): string {
  if (computed.length === 0) return name;
  const columns = computed.map((column) => `${writeExpression(out, column, runner)} as ${column.name}`);
  return `(select ${withRowids ? 'rowid as "rowid", ' : ''}*, ${columns.join(', ')} from ${name})`;
}

/**
 * Reads the types of computed columns from PostgreSQL, without a row.
 *
 * @returns the types by the name of the column
 * @throws {TypeError} (as a rejection) if an expression is invalid
 */
export async function computedTypes(
  shape: StoreShape,
  table: string,
  runner: SqlRunner,
): Promise<ReadonlyMap<string, string>> {
  const fields = shape.fields.filter(({ expression }) => expression !== undefined);
  const types = new Map<string, string>();
  for (const field of fields) {
    const out = new SqlText(runner.dialect);
    const written = writeExpression(out, { field: field.name, expression: field.expression }, runner);
    out.sql = `select ${TYPE_NAME} as "type" from pg_type t join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
      where t.oid = pg_typeof((select ${written} from ${quote(table)} limit 0))`;
    const [row] = await runExpression(field.name, shape, runner, out);
    types.set(computedColumn(shape, field), String(row!['type']));
  }
  return types;
}

/** Checks the expressions of computed fields on SQLite. @throws {TypeError} (as a rejection) if one is invalid */
export async function assertExpressions({ computed, name, shape }: SqlTable, runner: SqlRunner): Promise<void> {
  for (const column of computed) {
    const out = new SqlText(runner.dialect);
    out.sql = `select ${writeExpression(out, column, runner)} as "value" from ${name} limit 0`;
    await runExpression(column.field, shape, runner, out);
  }
}

async function runExpression(field: string, { resource }: StoreShape, runner: SqlRunner, out: SqlText) {
  try {
    return await runner.rows(out);
  } catch (error) {
    throw new TypeError(
      `The expression of the computed field "${field}" of "${resource}" is invalid: ${(error as Error).message}; it may use the columns of the table, and subqueries in parentheses`,
      { cause: error },
    );
  }
}

type Expression = Pick<SqlTable['computed'][number], 'field' | 'expression'>;

function writeExpression(out: SqlText, { field, expression }: Expression, runner: SqlRunner): string {
  const subject = `The value of the computed field "${field}" is not`;
  return `(${out.include(runner.write(expression, subject, out.parameters.length))})`;
}
