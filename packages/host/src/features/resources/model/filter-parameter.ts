import type { Language } from 'oriel-core/http';
import type { FilterKind } from '../declare/filters/filter.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import type { JsonSchema } from './json-schema.ts';
import type { FieldPredicate } from '../declare/field-input.ts';

/** A query parameter of a filter, under its name in the plain dialect: `price[gt]`. */
export interface FilterParameter {
  readonly name: string;
  /** The declared name of the filter. */
  readonly filter: string;
  /** The kind of the filter; `fulltext` for the option `search` of the resource. */
  readonly kind: FilterKind | 'fulltext';
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
   * @param language the language of the messages of schemas
   * @throws {ParameterValueError} if a value is invalid
   */
  parse(values: readonly string[], origin: string, language?: Language): ParsedParameter;
}

export interface ParsedParameter {
  /** The value in the input of functions. */
  readonly value: unknown;
  readonly tree: FilterTree | undefined;
}

/** The query parameters with groups of filters. */
export const GROUP_KINDS = ['or', 'not'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];
