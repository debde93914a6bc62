import type { FilterKind } from './filter.ts';
import type { FilterTree } from './filter-tree.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { FieldPredicate } from '../model/resource-model.ts';

/** One parameter that a filter listens to, under the name it has in the plain dialect: `price[gt]`. */
export interface FilterParameter {
  readonly name: string;
  /** The name the filter was declared under. */
  readonly filter: string;
  readonly kind: FilterKind;
  /** The fields it looks at; dotted through links. */
  readonly fields: readonly string[];
  /** May it come more than once? */
  readonly many: boolean;
  /** What one value must be, for documents. */
  readonly schema: JsonSchema;
  readonly description: string;
  /** The rules of the fields it looks at: who does not meet all of them does not learn that it exists. */
  readonly fieldRules: readonly FieldPredicate[];
  /**
   * What the values ask for: what the provider gets, and the same as a tree.
   * @param origin of the request, which absolute IRIs begin with
   * @throws {ParameterValueError}
   */
  parse(values: readonly string[], origin: string): ParsedParameter;
}

export interface ParsedParameter {
  readonly value: unknown;
  readonly tree: FilterTree | undefined;
}
