import type { FilterScalar, FilterTree } from './filter-tree.ts';

/**
 * The rows in which fields have these values, as a filter: what an access rule gives for "their own rows only". Null asks
 * for a field that holds nothing, a list for any of several values.
 *
 * @example
 * ```ts
 * import { rows } from 'oriel';
 * rows({ owner: 'ada' }); // => { op: 'eq', field: 'owner', value: 'ada' }
 * ```
 */
export function rows(values: Readonly<Record<string, FilterScalar | null | readonly FilterScalar[]>>): FilterTree {
  const of = Object.entries(values).map(([field, value]): FilterTree => {
    if (value === null) return { op: 'exists', field, value: false };
    return isList(value) ? { op: 'in', field, values: value } : { op: 'eq', field, value };
  });
  return of.length === 1 ? of[0]! : { op: 'and', of };
}

/** The values that every row with this filter has: what a new one is given, and what no change may take away. */
export function equalitiesOf(tree: FilterTree | undefined): Readonly<Record<string, FilterScalar>> {
  if (tree?.op === 'eq' && !tree.field.includes('.')) return { [tree.field]: tree.value };
  return tree?.op === 'and' ? Object.assign({}, ...tree.of.map(equalitiesOf)) : {};
}

/** All of these at once. */
export function combineFilters(trees: readonly (FilterTree | undefined)[]): FilterTree | undefined {
  const of = trees.filter((tree) => tree !== undefined);
  return of.length > 1 ? { op: 'and', of } : of[0];
}

/** A filter with every condition made another. */
export function mapConditions(tree: FilterTree, change: (leaf: FilterCondition) => FilterTree): FilterTree {
  if (tree.op === 'not') return { op: 'not', of: mapConditions(tree.of, change) };
  if ('of' in tree) return { op: tree.op, of: tree.of.map((each) => mapConditions(each, change)) };
  return change(tree);
}

export type FilterCondition = Exclude<FilterTree, { readonly of: unknown }>;

function isList(value: unknown): value is readonly FilterScalar[] {
  return Array.isArray(value);
}
