import type { JsonSchema } from './json-schema.ts';
import type { FieldPredicate } from '../declare/field-input.ts';

/** A query parameter of an operation, under its name in a dialect. */
export interface OperationParameter {
  /** The name in requests: `price[gt]` or `filter[price][gt]`. */
  readonly name: string;
  /** An identifier of the parameter that is the same in all dialects: `page`, `filter price[gt]`. */
  readonly meaning: string;
  /** The schema of one value, for OpenAPI documents. */
  readonly schema: JsonSchema;
  readonly description: string;
  readonly required?: boolean;
  /** Whether the parameter may be repeated. */
  readonly many: boolean;
  /** The key by which links sort the parameter. Default: its name. Orders share a key, so that they keep their sequence. */
  readonly sortedAs?: string | undefined;
  /** For users who do not meet all of these rules the parameter does not exist. */
  readonly fieldRules: readonly FieldPredicate[];
}
