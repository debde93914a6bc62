/** How a filter compares; each kind has its own wire syntax (docs/filters.md). */
export type FilterKind =
  | 'exact'
  | 'partial'
  | 'start'
  | 'end'
  | 'word'
  | 'range'
  | 'numeric'
  | 'date'
  | 'exists'
  | 'boolean'
  | 'order'
  | 'search';

/** A declared filter: a plain value. `Value` is what a provider gets when the parameter was sent. */
export interface Filter<Value = unknown> {
  readonly kind: FilterKind;
  /** The fields it looks at, dotted for a field of a linked resource; its own parameter's name when empty. */
  readonly fields: readonly string[];
  readonly '~value'?: Value;
}

/** Bounds of a range; `between` is both ends included. */
export interface Range<Value = number> {
  readonly gt?: Value;
  readonly gte?: Value;
  readonly lt?: Value;
  readonly lte?: Value;
}

export type Direction = 'asc' | 'desc';

/** What the filters of a resource come to in a provider's input: only those that were sent. */
export type FilterValues<Filters> = {
  readonly [Name in keyof Filters]?: Filters[Name] extends { readonly '~value'?: infer Value } ? Value : never;
};

/**
 * The filters a list can be asked with. Declared under the name of the query parameter; without a field they look at the
 * field of that name. Dotted fields (`author.name`) go through a link.
 *
 * @example
 * ```ts
 * import { filter } from 'oriel';
 * const filters = {
 *   title: filter.partial(),
 *   price: filter.range(),
 *   order: filter.order(['title', 'price']),
 *   q: filter.search(['title', 'description']),
 * };
 * filters.order.kind; // => 'order'
 * ```
 */
export const filter = {
  /** `?isbn=1` equal; `?isbn[]=1&isbn[]=2` any of them. */
  exact: <Value = string>(field?: string) => declare<Value | readonly Value[]>('exact', field),
  /** `?title=ast` anywhere in it, whatever the case. */
  partial: (field?: string) => declare<string | readonly string[]>('partial', field),
  /** `?name=Hel` at its beginning, whatever the case. */
  start: (field?: string) => declare<string | readonly string[]>('start', field),
  /** `?name=ki` at its end, whatever the case. */
  end: (field?: string) => declare<string | readonly string[]>('end', field),
  /** `?title=sea` at the beginning of one of its words, whatever the case. */
  word: (field?: string) => declare<string | readonly string[]>('word', field),
  /** `?price[gte]=2&price[lt]=5`, `?price[between]=2..5` */
  range: (field?: string) => declare<Range>('range', field),
  /** `?pages=30`, `?pages[]=30&pages[]=40` */
  numeric: (field?: string) => declare<number | readonly number[]>('numeric', field),
  /** `?at[before]=…`, `[after]`, `[strictly_before]`, `[strictly_after]`, in ISO 8601 */
  date: (field?: string) => declare<Range<string>>('date', field),
  /** Declared as `exists`, asked as `?exists[author]=false`. */
  exists: <const Fields extends readonly string[]>(fields: Fields) =>
    declare<{ readonly [Field in Fields[number]]?: boolean }>('exists', fields),
  /** `?available=true`; also 1, 0, false. */
  boolean: (field?: string) => declare<boolean>('boolean', field),
  /** Declared as `order`, asked as `?order[title]=desc&order[id]=asc`; the first sent counts first. */
  order: <const Fields extends readonly string[]>(fields: Fields) =>
    declare<{ readonly [Field in Fields[number]]?: Direction }>('order', fields),
  /** `?q=blue whale`: every word is somewhere in one of the fields. */
  search: (fields: readonly string[]) => declare<string>('search', fields),
} as const;

function declare<Value>(kind: FilterKind, fields: string | readonly string[] | undefined): Filter<Value> {
  return Object.freeze({ kind, fields: fields === undefined ? [] : typeof fields === 'string' ? [fields] : fields });
}
