import type { MaybePromise } from 'oriel-core/http';
import type { RequestInput } from './field-input.ts';

/** The value of a computed field: an SQL expression, or a function that returns the values for all items of a list. */
export type ComputedField<Item, Value> = SqlExpression | ComputeValues<Item, Value>;

/**
 * Returns the value of a computed field for each item, in their order. It is called once for a list, and with one item for all other
 * operations. The items have all stored fields.
 */
export type ComputeValues<Item, Value> = (
  items: readonly Item[],
  input: RequestInput,
) => MaybePromise<readonly Value[]>;

/** An expression of the library of a store: of Kysely, of Drizzle, or of `Prisma.sql`. */
export type SqlExpression =
  | { toOperationNode(): unknown }
  | { getSQL(): unknown }
  | { readonly strings: readonly string[]; readonly values: readonly unknown[] };
