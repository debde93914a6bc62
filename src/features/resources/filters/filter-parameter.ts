import type { FilterKind } from './filter.ts';
import type { FilterTree } from './filter-tree.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { FieldPredicate } from '../model/resource-model.ts';

/** A query parameter of a filter, under its name in the plain dialect: `price[gt]`. */
export interface FilterParameter {
  readonly name: string;
  /** The declared name of the filter. */
  readonly filter: string;
  readonly kind: FilterKind;
  /** The fields it compares, with dots for links. */
  readonly fields: readonly string[];
  /** Whether the parameter may be repeated. */
  readonly many: boolean;
  /** The schema of one value, for OpenAPI documents. */
  readonly schema: JsonSchema;
  readonly description: string;
  /** The rules of the fields. For users who do not meet all of them the parameter does not exist. */
  readonly fieldRules: readonly FieldPredicate[];
  /**
   * Parses the values of the parameter.
   *
   * @param origin the origin of the request, with which absolute IRIs start
   * @throws {ParameterValueError} if a value is invalid
   */
  parse(values: readonly string[], origin: string): ParsedParameter;
}

export interface ParsedParameter {
  /** The value in the input of functions. */
  readonly value: unknown;
  readonly tree: FilterTree | undefined;
}
