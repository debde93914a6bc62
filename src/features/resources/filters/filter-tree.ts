/**
 * What is asked of a list, in no storage's language. Compilers turn it into a predicate in memory (`matchFilter`) and
 * into SQL; both agree on every tree, by the rules in docs/filters.md. `eq`, `in` and the bounds compare exactly, text by
 * code points; `contains`, `starts`, `ends` and `word` ignore case. A comparison with a field that holds nothing, or with a
 * value that is none of the field's kind, is false, and `not` of it true; only `exists` sees what is missing.
 */
export type FilterTree =
  | { readonly op: 'and' | 'or'; readonly of: readonly FilterTree[] }
  | { readonly op: 'not'; readonly of: FilterTree }
  | { readonly op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; readonly field: string; readonly value: FilterScalar }
  | { readonly op: 'in'; readonly field: string; readonly values: readonly FilterScalar[] }
  | { readonly op: 'contains' | 'starts' | 'ends' | 'word'; readonly field: string; readonly value: string }
  | { readonly op: 'exists'; readonly field: string; readonly value: boolean };

export type FilterScalar = string | number | boolean;

/** One key of an order; nulls sort first ascending, last descending, on every storage. */
export interface OrderKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}
