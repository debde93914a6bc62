import type { HttpContext, InferInput, InferOutput, StandardSchema } from 'oriel-core/http';

/** The comparison of a filter. Each kind has its own query syntax (docs/host/filters.md). */
export type FilterKind =
  | 'exact'
  | 'partial'
  | 'start'
  | 'end'
  | 'word'
  | 'range'
  | 'date'
  | 'exclude'
  | 'exists'
  | 'boolean'
  | 'order'
  | 'search'
  | 'sql';

/** A declared filter. `Value` is the type of its value in the input of functions, `Sent` that in requests of the client. */
export interface Filter<Value = unknown, Sent = Value> {
  readonly kind: FilterKind;
  /** The fields it compares, with a dot for fields of linked resources. Empty for the field with the name of the parameter. */
  readonly fields: readonly string[];
  /** The schema and the condition of `filter.sql`. */
  readonly sql?: SqlFilterDefinition;
  readonly '~value'?: Value;
  readonly '~sent'?: Sent;
}

/** The bounds of a range. `between` sets both inclusive bounds. */
export interface Range<Value = number> {
  readonly gt?: Value;
  readonly gte?: Value;
  readonly lt?: Value;
  readonly lte?: Value;
}

/** The bounds of a range in requests. `between` is a text with both bounds, such as `2..5`. */
export interface SentRange<Value = number> extends Range<Value> {
  readonly between?: string;
}

/** The bounds of a date filter in requests, in ISO 8601. The input of functions has them as a `Range`. */
export interface DateBounds {
  /** That time or earlier. */
  readonly before?: string;
  /** Earlier. */
  readonly strictly_before?: string;
  /** That time or later. */
  readonly after?: string;
  /** Later. */
  readonly strictly_after?: string;
}

/** Represents the values of a field in the type of a filter. `Value` is used for fields that the item does not have. */
export interface FieldValues<Value, Field> {
  readonly '~values': Value;
  readonly '~field': Field;
}

type ExcludedValue = string | number | boolean;
type ExcludedValues = ExcludedValue | readonly ExcludedValue[];

export type Direction = 'asc' | 'desc';

/** The values of the filters in the input of functions: only those in the request. */
export type FilterValues<Filters> = {
  readonly [Name in keyof Filters]?: Filters[Name] extends { readonly '~value'?: infer Value } ? Value : never;
};

/** The values of the filters in requests of the typed client. A filter on a field with fixed texts accepts only those. */
export type SentFilterValues<Filters, Item = unknown> = {
  readonly [Name in keyof Filters]?: Filters[Name] extends { readonly '~sent'?: infer Sent }
    ? Sent extends FieldValues<infer Value, infer Field>
      ? OneOrMore<SentFieldValue<Item, Field extends '' ? Name : Field, Value>>
      : Sent
    : never;
};

type OneOrMore<Value> = Value | readonly Value[];
type SentFieldValue<Item, Field, Value> = string extends Value
  ? Field extends keyof Item
    ? SentScalar<NonNullable<Item[Field]>>
    : Value
  : Value;
// Branded texts, links and other values are sent as text.
type SentScalar<Value> = Value extends object ? string : Value extends string ? Value : Value | string;

/**
 * Creates filters for lists. They are declared under the name of their query parameter, and compare the field of that name unless
 * another one is given. Dotted fields (`author.name`) go through a link.
 *
 * @example
 * ```ts
 * import { filter } from 'oriel-host';
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
  exact: <Value = string, const Field extends string = ''>(
    field?: Field | (string & {}),
    // Otherwise the type would be that of all filters, which accepts any value.
  ): Filter<NoInfer<Value> | readonly NoInfer<Value>[], FieldValues<NoInfer<Value>, NoInfer<Field>>> =>
    declare('exact', field),
  /**
   * Declared as `exclude`, used as `?exclude[state]=draft` or `?exclude[state][]=draft&exclude[state][]=done`: not equal to the value, or to
   * none of them. Items without a value are included.
   */
  exclude: <const Fields extends readonly string[]>(fields: Fields) =>
    declare<{ readonly [Field in Fields[number]]?: ExcludedValues }>('exclude', fields),
  /** `?title=ast` contains the text, ignoring case. */
  partial: (field?: string) => declare<string | readonly string[]>('partial', field),
  /** `?name=Hel` starts with the text, ignoring case. */
  start: (field?: string) => declare<string | readonly string[]>('start', field),
  /** `?name=ki` ends with the text, ignoring case. */
  end: (field?: string) => declare<string | readonly string[]>('end', field),
  /** `?title=sea` has a word that starts with the text, ignoring case. */
  word: (field?: string) => declare<string | readonly string[]>('word', field),
  /** `?price[gte]=2&price[lt]=5`, `?price[between]=2..5`; of exact numbers with `filter.range<string>()` */
  range: <Value extends number | string = number>(
    field?: string,
  ): Filter<Range<NoInfer<Value>>, SentRange<NoInfer<Value> | number>> => declare('range', field),
  /** `?at[before]=…`, `[after]`, `[strictly_before]`, `[strictly_after]`, in ISO 8601 */
  date: (field?: string): Filter<Range<string>, DateBounds> => declare('date', field),
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
  /**
   * A condition in SQL, for resources with an SQL store: `?voted=true`. Fields have no part in it, so it
   * may use any column, function or other table.
   *
   * @param schema the schema of the value: a string, number, boolean or list of them, with synchronous validation.
   *   Other values are rejected with 400
   * @param write returns the condition. `builder` is the `ExpressionBuilder` of Kysely for the table, the table of
   *   Drizzle, or nothing for `Prisma.sql`. It is called for each statement of a request, so it only builds the condition
   * @throws {TypeError} if the schema is not a Standard Schema or `write` is not a function
   */
  sql: <Schema extends StandardSchema, Builder = unknown>(
    schema: Schema,
    write: (builder: Builder, value: InferOutput<Schema>, context: HttpContext) => unknown,
  ): Filter<InferOutput<Schema>, SentValue<Schema>> =>
    Object.freeze({ kind: 'sql', fields: [], sql: defineSqlFilter(schema, write) }),
} as const;

// A schema that coerces its input accepts every type, but clients send values of its output.
type SentValue<Schema extends StandardSchema> =
  unknown extends InferInput<Schema> ? InferOutput<Schema> : InferInput<Schema>;

function declare<Value, Sent = Value>(
  kind: FilterKind,
  fields: string | readonly string[] | undefined,
): Filter<Value, Sent> {
  return Object.freeze({ kind, fields: fields === undefined ? [] : typeof fields === 'string' ? [fields] : fields });
}

function defineSqlFilter(schema: StandardSchema, write: SqlCondition): SqlFilterDefinition {
  const validate: unknown = (schema as Partial<StandardSchema> | undefined)?.['~standard']?.validate;
  if (typeof validate !== 'function')
    throw new TypeError(
      'The first argument of filter.sql is not a Standard Schema; pass the schema of the value, such as z.boolean()',
    );
  if (typeof write !== 'function')
    throw new TypeError(
      `The second argument of filter.sql is ${typeof write}; pass a function that returns the condition`,
    );
  return Object.freeze({ schema, write });
}

/**
 * Returns a condition of the SQL library of a store.
 *
 * @param builder what the library builds conditions with: the `ExpressionBuilder` of Kysely, the table of Drizzle, or
 *   nothing for `Prisma.sql`
 * @param value the output of the schema of the filter
 */
export type SqlCondition = (builder: never, value: never, context: HttpContext) => unknown;

/** The schema and the condition of a filter that `filter.sql` declares. */
export interface SqlFilterDefinition {
  readonly schema: StandardSchema;
  readonly write: SqlCondition;
}
