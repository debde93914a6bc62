import { isSQLWrapper, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Statement } from '../sql/sql-runner.ts';
import type { DrizzleDatabase } from './drizzle-runner.ts';

/**
 * Writes an expression of Drizzle.
 *
 * @param subject the beginning of the message if it is not an expression
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if it is not an expression
 */
export function writeDrizzleExpression(
  expression: unknown,
  subject: string,
  database: DrizzleDatabase,
  before: number,
): Statement {
  if (!isSQLWrapper(expression))
    throw new TypeError(
      `${subject} a condition of Drizzle, such as gt(table.votes, value), or an expression of sql\`…\``,
    );
  const { dialect } = database as unknown as { readonly dialect: Dialect };
  // The dialect numbers the parameters of a statement from its start.
  const part = Object.create(dialect, {
    escapeParam: { value: (index: number, text: unknown) => dialect.escapeParam(index + before, text) },
  }) as Dialect;
  const { sql: text, params: parameters } = part.sqlToQuery(sql`${expression}`);
  return { sql: text, parameters };
}

/** The part of the dialects of Drizzle that writes expressions, which Drizzle does not declare as public. */
interface Dialect {
  escapeParam(index: number, value: unknown): string;
  sqlToQuery(expression: SQL): { readonly sql: string; readonly params: readonly unknown[] };
}
