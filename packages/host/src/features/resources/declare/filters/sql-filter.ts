import type { HttpContext, StandardSchema } from 'oriel-core/http';

/**
 * Returns a condition of the SQL library of a store.
 *
 * @param builder what the library builds conditions with: the `ExpressionBuilder` of Kysely, the table of Drizzle, or
 *   nothing for `Prisma.sql`
 * @param value the output of the schema of the filter
 */
export type SqlCondition = (builder: never, value: never, context: HttpContext) => unknown;

/** The schema and the condition of a filter that `filter.sql` declares. */
export interface SqlFilterDefinition {
  readonly schema: StandardSchema;
  readonly write: SqlCondition;
}
