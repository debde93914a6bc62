import type { SearchQuery } from './search-query.ts';
import type { SqlCondition } from './filter.ts';

/**
 * A filter, independent of the store. It is compiled to a predicate (`matchFilter`) and to SQL, with the same results by the
 * rules in docs/host/filters.md. `eq`, `in` and the bounds compare exactly, text by code points; `contains`, `starts`, `ends` and
 * `word` ignore case. A comparison with a missing value, or with a value of another type than the field, is false, and `not` of
 * it is true. Only `exists` matches missing values. A comparison with a list of links is true if it is true for one of them, and
 * `some` if one of the linked items matches its filter. `search` is a full-text search, and `sql` a
 * condition of the application.
 */
export type FilterTree =
  | { readonly op: 'and' | 'or'; readonly of: readonly FilterTree[] }
  | { readonly op: 'not'; readonly of: FilterTree }
  | { readonly op: 'some'; readonly field: string; readonly of: FilterTree }
  | { readonly op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; readonly field: string; readonly value: FilterScalar }
  | { readonly op: 'in'; readonly field: string; readonly values: readonly FilterScalar[] }
  | { readonly op: 'contains' | 'starts' | 'ends' | 'word'; readonly field: string; readonly value: string }
  | { readonly op: 'exists'; readonly field: string; readonly value: boolean }
  | SearchLeaf
  | SqlLeaf;

/** A full-text search in fields of the resource. Stores with `supports: ['search']` evaluate it. */
export interface SearchLeaf {
  readonly op: 'search';
  readonly fields: readonly string[];
  /** The search as sent. */
  readonly text: string;
  readonly query: SearchQuery;
  /** The language of the fields: a text search configuration of PostgreSQL. */
  readonly language: string;
}

/** A condition of `filter.sql`. Only stores with `supports: ['sql']` evaluate it; `matchFilter` throws `TypeError`. */
export interface SqlLeaf {
  readonly op: 'sql';
  /** The declared name of the filter. */
  readonly filter: string;
  readonly write: SqlCondition;
  /** The output of the schema. */
  readonly value: unknown;
}

export type FilterScalar = string | number | boolean;

/** One key of an order. Nulls are first in ascending and last in descending order, in every store. */
export interface OrderKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** Returns how many comparisons a filter makes for a row: one for a list of exact values, one for each term of a search. */
export function countConditions(tree: FilterTree): number {
  if (tree.op === 'and' || tree.op === 'or') return tree.of.reduce((sum, part) => sum + countConditions(part), 0);
  if (tree.op === 'search') return tree.query.flat().length;
  return tree.op === 'not' || tree.op === 'some' ? countConditions(tree.of) : 1;
}

/** Returns whether a filter contains a condition that not all stores evaluate, or not in the same way. */
export function hasCondition(tree: FilterTree, ...kinds: readonly ('search' | 'sql')[]): boolean {
  if (tree.op === 'and' || tree.op === 'or') return tree.of.some((part) => hasCondition(part, ...kinds));
  if (tree.op === 'not' || tree.op === 'some') return hasCondition(tree.of, ...kinds);
  return kinds.some((kind) => kind === tree.op);
}
