import type { Language } from 'oriel-core/http';
import type { FilterKind } from '../declare/filters/filter.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
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

/** A query parameter of a filter, under its name in the plain dialect: `price[gt]`. */
export interface FilterParameter extends Omit<OperationParameter, 'meaning' | 'required' | 'sortedAs'> {
  /** Its declared name. */
  readonly filter: string;
  /** The kind of the filter; `fulltext` for the option `search` of the resource. */
  readonly kind: FilterKind | 'fulltext';
  /** The fields it compares, with dots for links. */
  readonly fields: readonly string[];
  /** Parses the values; absolute IRIs start with `origin`, and `language` is that of messages. @throws {ParameterValueError} */
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
