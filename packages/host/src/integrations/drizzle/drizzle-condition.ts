import { isSQLWrapper, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { HttpContext } from 'oriel-core/http';
import type { SqlLeaf } from '../../features/resources/declare/filters/filter-tree.ts';
import type { Statement } from '../sql/sql-runner.ts';
import type { DrizzleDatabase } from './drizzle-runner.ts';

/**
 * Writes the condition of `filter.sql` for a table of Drizzle.
 *
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if the function of the filter does not return a condition
 */
export function drizzleCondition(
  { filter, write, value }: SqlLeaf,
  context: HttpContext,
  database: DrizzleDatabase,
  table: object,
  before: number,
): Statement {
  const condition: unknown = write(table as never, value as never, context);
  if (!isSQLWrapper(condition))
    throw new TypeError(
      `The function of the filter "${filter}" did not return a condition of Drizzle, such as gt(table.votes, value)`,
    );
  const { dialect } = database as unknown as { readonly dialect: Dialect };
  // The dialect numbers the parameters of a statement from its start.
  const part = Object.create(dialect, {
    escapeParam: { value: (index: number, text: unknown) => dialect.escapeParam(index + before, text) },
  }) as Dialect;
  const { sql: text, params: parameters } = part.sqlToQuery(sql`${condition}`);
  return { sql: text, parameters };
}

/** The part of the dialects of Drizzle that writes conditions, which Drizzle does not declare as public. */
interface Dialect {
  escapeParam(index: number, value: unknown): string;
  sqlToQuery(condition: SQL): { readonly sql: string; readonly params: readonly unknown[] };
}
