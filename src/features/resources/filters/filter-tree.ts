/**
 * A filter, independent of the store. It is compiled to a predicate (`matchFilter`) and to SQL, with the same results by the
 * rules in docs/filters.md. `eq`, `in` and the bounds compare exactly, text by code points; `contains`, `starts`, `ends` and
 * `word` ignore case. A comparison with a missing value, or with a value of another type than the field, is false, and `not` of
 * it is true. Only `exists` matches missing values.
 */
export type FilterTree =
  | { readonly op: 'and' | 'or'; readonly of: readonly FilterTree[] }
  | { readonly op: 'not'; readonly of: FilterTree }
  | { readonly op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; readonly field: string; readonly value: FilterScalar }
  | { readonly op: 'in'; readonly field: string; readonly values: readonly FilterScalar[] }
  | { readonly op: 'contains' | 'starts' | 'ends' | 'word'; readonly field: string; readonly value: string }
  | { readonly op: 'exists'; readonly field: string; readonly value: boolean };

export type FilterScalar = string | number | boolean;

/** One key of an order. Nulls are first in ascending and last in descending order, in every store. */
export interface OrderKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}
