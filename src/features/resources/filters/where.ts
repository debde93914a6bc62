import type { FilterScalar, FilterTree } from './filter-tree.ts';

/**
 * Creates a filter for the rows whose fields have these values. Access rules return it to restrict a user to some rows.
 *
 * @param values the value of each field: null matches fields without a value, a list matches any of its values
 * @returns a filter; combine filters with `{ op: 'or', of: [...] }`
 *
 * @example
 * ```ts
 * import { where } from 'oriel';
 * where({ owner: 'ada' }); // => { op: 'eq', field: 'owner', value: 'ada' }
 * ```
 */
export function where(values: Readonly<Record<string, FilterScalar | null | readonly FilterScalar[]>>): FilterTree {
  const of = Object.entries(values).map(([field, value]): FilterTree => {
    if (value === null) return { op: 'exists', field, value: false };
    return isList(value) ? { op: 'in', field, values: value } : { op: 'eq', field, value };
  });
  return of.length === 1 ? of[0]! : { op: 'and', of };
}

/** Returns the values that all rows of a filter have. Writes set them in new rows and must not change them. */
export function equalitiesOf(tree: FilterTree | undefined): Readonly<Record<string, FilterScalar>> {
  if (tree?.op === 'eq' && !tree.field.includes('.')) return { [tree.field]: tree.value };
  return tree?.op === 'and' ? Object.assign({}, ...tree.of.map(equalitiesOf)) : {};
}

/** Combines filters with `and`; undefined without filters. */
export function combineFilters(trees: readonly (FilterTree | undefined)[]): FilterTree | undefined {
  const of = trees.filter((tree) => tree !== undefined);
  return of.length > 1 ? { op: 'and', of } : of[0];
}

/** Returns the filter with each condition replaced. */
export function mapConditions(tree: FilterTree, change: (leaf: FilterCondition) => FilterTree): FilterTree {
  if (tree.op === 'not') return { op: 'not', of: mapConditions(tree.of, change) };
  if ('of' in tree) return { op: tree.op, of: tree.of.map((each) => mapConditions(each, change)) };
  return change(tree);
}

export type FilterCondition = Exclude<FilterTree, { readonly of: unknown }>;

function isList(value: unknown): value is readonly FilterScalar[] {
  return Array.isArray(value);
}
