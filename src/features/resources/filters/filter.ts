/** The comparison of a filter. Each kind has its own query syntax (docs/filters.md). */
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

/** A declared filter. `Value` is the type of its value in the input of functions. */
export interface Filter<Value = unknown> {
  readonly kind: FilterKind;
  /** The fields it compares, with a dot for fields of linked resources. Empty for the field with the name of the parameter. */
  readonly fields: readonly string[];
  readonly '~value'?: Value;
}

/** The bounds of a range. `between` sets both inclusive bounds. */
export interface Range<Value = number> {
  readonly gt?: Value;
  readonly gte?: Value;
  readonly lt?: Value;
  readonly lte?: Value;
}

export type Direction = 'asc' | 'desc';

/** The values of the filters in the input of functions: only those in the request. */
export type FilterValues<Filters> = {
  readonly [Name in keyof Filters]?: Filters[Name] extends { readonly '~value'?: infer Value } ? Value : never;
};

/**
 * Creates filters for lists. They are declared under the name of their query parameter, and compare the field of that name unless
 * another one is given. Dotted fields (`author.name`) go through a link.
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
  /** `?title=ast` contains the text, ignoring case. */
  partial: (field?: string) => declare<string | readonly string[]>('partial', field),
  /** `?name=Hel` starts with the text, ignoring case. */
  start: (field?: string) => declare<string | readonly string[]>('start', field),
  /** `?name=ki` ends with the text, ignoring case. */
  end: (field?: string) => declare<string | readonly string[]>('end', field),
  /** `?title=sea` has a word that starts with the text, ignoring case. */
  word: (field?: string) => declare<string | readonly string[]>('word', field),
  /** `?price[gte]=2&price[lt]=5`, `?price[between]=2..5` */
  range: (field?: string) => declare<Range>('range', field),
  /** `?pages=30`, `?pages[]=30&pages[]=40` */
  numeric: (field?: string) => declare<number | readonly number[]>('numeric', field),
  /** `?at[before]=…`, `[after]`, `[strictly_before]`, `[strictly_after]`, in ISO 8601 */
  date: (field?: string) => declare<Range<string>>('date', field),
  /** Declared as `exists`, used as `?exists[author]=false`. */
  exists: <const Fields extends readonly string[]>(fields: Fields) =>
    declare<{ readonly [Field in Fields[number]]?: boolean }>('exists', fields),
  /** `?available=true`; also 1, 0, false. */
  boolean: (field?: string) => declare<boolean>('boolean', field),
  /** Declared as `order`, used as `?order[title]=desc&order[id]=asc`. The first parameter is the first sort key. */
  order: <const Fields extends readonly string[]>(fields: Fields) =>
    declare<{ readonly [Field in Fields[number]]?: Direction }>('order', fields),
  /** `?q=blue whale`: each word is contained in one of the fields. */
  search: (fields: readonly string[]) => declare<string>('search', fields),
} as const;

function declare<Value>(kind: FilterKind, fields: string | readonly string[] | undefined): Filter<Value> {
  return Object.freeze({ kind, fields: fields === undefined ? [] : typeof fields === 'string' ? [fields] : fields });
}
