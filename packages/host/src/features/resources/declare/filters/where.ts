import type { FilterScalar, FilterTree } from './filter-tree.ts';

/**
 * Creates a filter for the rows whose fields have these values. Access rules return it to restrict a user to some rows.
 *
 * @param values the value of each field: null matches fields without a value, a list matches any of its values
 * @returns a filter; combine filters with `{ op: 'or', of: [...] }`
 *
 * @example
 * ```ts
 * import { where } from 'oriel-host';
 * where({ owner: 'ada' }); // => { op: 'eq', field: 'owner', value: 'ada' }
 * ```
 */
export function where<Item = unknown>(values: FieldValues<NoInfer<Item>>): RowFilter<Item> {
  const of = Object.entries(values as FieldValues<unknown>).map(([field, value]): FilterTree => {
    if (value === null) return { op: 'exists', field, value: false };
    return isList(value) ? { op: 'in', field, values: value } : { op: 'eq', field, value };
  });
  return of.length === 1 ? of[0]! : { op: 'and', of };
}

/** A filter for items of one type. An access rule has the type of its resource, so the compiler checks the names in `where()`. */
export type RowFilter<Item> = FilterTree & { readonly '~item'?: (item: Item) => void };

/** Values of the fields of an item, and of linked items, such as `author.name`; any names if the item is unknown. */
type FieldValues<Item> = unknown extends Item
  ? Readonly<Record<string, Alternatives<FilterScalar>>>
  : { readonly [Field in keyof Item]?: Alternatives<ScalarOf<Item[Field]>> } & {
      readonly [path: `${string}.${string}`]: Alternatives<FilterScalar>;
    };
type Alternatives<Value> = Value | null | readonly Value[];
// The value of a field that is not a scalar, such as a date, is not in filters.
type ScalarOf<Value> = NonNullable<Value> extends FilterScalar ? NonNullable<Value> : FilterScalar;

/** Returns the filter for rows that equal these values, lists included; undefined without values. */
export function filterOfValues(values: Readonly<Record<string, unknown>>): FilterTree | undefined {
  return combineFilters(
    Object.entries(values).map(([field, value]) => ({ op: 'eq', field, value: value as FilterScalar })),
  );
}

/** Returns the values that all rows of a filter have. Writes set them in new rows and must not change them. */
export function getEqualities(tree: FilterTree | undefined): Readonly<Record<string, FilterScalar>> {
  if (tree?.op === 'eq' && !tree.field.includes('.')) return { [tree.field]: tree.value };
  return tree?.op === 'and' ? Object.assign({}, ...tree.of.map(getEqualities)) : {};
}

/** Combines filters; undefined without filters. */
export function combineFilters(
  trees: readonly (FilterTree | undefined)[],
  op: 'and' | 'or' = 'and',
): FilterTree | undefined {
  const of = trees.filter((tree) => tree !== undefined);
  return of.length > 1 ? { op, of } : of[0];
}

/** Returns the filter with each condition replaced; the fields of those in `some` are those of the linked items. */
export function mapConditions(tree: FilterTree, change: (leaf: FilterCondition) => FilterTree): FilterTree {
  if (tree.op === 'not') return { op: 'not', of: mapConditions(tree.of, change) };
  if (tree.op === 'some') return { ...tree, of: mapConditions(tree.of, change) };
  if ('of' in tree) return { op: tree.op, of: tree.of.map((part) => mapConditions(part, change)) };
  return 'field' in tree ? change(tree) : tree;
}

/** Returns the filter for the item that a field links to. */
export function throughLink(field: string, tree: FilterTree): FilterTree {
  if (tree.op === 'not') return { op: 'not', of: throughLink(field, tree.of) };
  if (tree.op === 'sql' || tree.op === 'search')
    throw new TypeError(`A condition of the kind "${tree.op}" cannot be used through the link "${field}"`);
  if (!('field' in tree)) return { op: tree.op, of: tree.of.map((part) => throughLink(field, part)) };
  return { ...tree, field: `${field}.${tree.field}` };
}

/** A comparison with a field. */
export type FilterCondition = Exclude<Extract<FilterTree, { readonly field: string }>, { readonly of: unknown }>;

function isList(value: unknown): value is readonly FilterScalar[] {
  return Array.isArray(value);
}
