import type { JsonSchema } from '../model/json-schema.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { FieldPredicate } from '../model/resource-model.ts';

/** A query parameter that an operation understands, under the name it has in a dialect. */
export interface OperationParameter {
  /** As it is sent: `price[gt]`, `filter[price][gt]`. */
  readonly name: string;
  /** What it is, the same in every dialect: `page`, `filter price[gt]`. */
  readonly meaning: string;
  /** What one value must be, and what it does, for documents. */
  readonly schema: JsonSchema;
  readonly description: string;
  readonly required?: boolean;
  /** May it come more than once? */
  readonly many: boolean;
  /** What it is sorted by in links, when that is not its name: orders keep the sequence in which they were sent. */
  readonly sortedAs?: string | undefined;
  /** Whoever does not meet all of these does not learn that it exists. */
  readonly fieldRules: readonly FieldPredicate[];
  /** Notes in the reading what the values ask for. @throws {ParameterValueError} */
  apply(values: readonly string[], reading: QueryBuilder): void;
}
