import { message } from 'oriel-core/messages';
import type { FieldPredicate } from '../../declare/field-input.ts';
import type { FilterScalar, FilterTree } from '../../declare/filters/filter-tree.ts';
import type { FilterKind } from '../../declare/filters/filter.ts';
import { combineFilters } from '../../declare/filters/where.ts';
import type { FilterParameter } from '../../model/filter-parameter.ts';
import { ParameterValueError, parseBoolean, parseScalar, schemaOfKind } from '../../model/parameter-value.ts';
import type { FilterField } from '../../model/parameter-value.ts';

/** The field at a path, with the rules of the fields on the path. */
export interface FilterFieldWithRules extends FilterField {
  readonly fieldRules: readonly FieldPredicate[];
}

type FieldFilterKind = Exclude<FilterKind, 'sql'>;
type FilterParser = Pick<FilterParameter, 'schema' | 'description' | 'parse'> & { readonly many?: boolean };

/** Creates the query parameters of a filter on fields, in the order of OpenAPI documents. */
export function createFilterParameters(
  name: string,
  kind: FieldFilterKind,
  fields: readonly string[],
  fieldAt: (path: string) => FilterFieldWithRules,
): FilterParameter[] {
  const create = (as: string, paths: readonly string[], parser: FilterParser): FilterParameter => ({
    name: as,
    filter: name,
    kind,
    fields: paths,
    many: false,
    fieldRules: paths.flatMap((path) => fieldAt(path).fieldRules),
    ...parser,
  });
  if (kind === 'search') return [create(name, fields, searchParser(fields))];
  const isPerField = kind === 'exclude' || kind === 'exists' || kind === 'order';
  return (isPerField ? fields : fields.slice(0, 1)).flatMap((path) =>
    Object.entries(fieldParsers(kind, path, fieldAt(path))).map(([suffix, parser]) =>
      isPerField ? create(`${name}[${path}]${suffix}`, [path], parser) : create(name + suffix, fields, parser),
    ),
  );
}

// The parsers of the parameters that compare one field, by the ends of their names.
function fieldParsers(
  kind: Exclude<FieldFilterKind, 'search'>,
  field: string,
  type: FilterField,
): Readonly<Record<string, FilterParser>> {
  // The value for a link is an IRI or an identifier.
  const schema = type.toId ? TEXT : schemaOfKind(type);
  const scalar: ParseValue<FilterScalar> = (text, origin) => parseScalar(text, type, origin);
  switch (kind) {
    case 'exists': {
      const parse = createParser(parseBoolean, ([value]) => ({ op: 'exists', field, value: value! }));
      return { '': { schema: BOOLEAN, description: `${field} has a value`, parse } };
    }
    case 'order': {
      const parse = createParser(parseDirection, () => undefined);
      return { '': { schema: DIRECTION, description: `Orders by ${field}`, parse } };
    }
    case 'boolean': {
      const parse = createParser(parseBoolean, (values) => matchAny(field, values));
      return { '': { schema: BOOLEAN, description: `${field} is`, parse } };
    }
    case 'exact': {
      const parse = createParser(scalar, (values) => matchAny(field, values));
      return oneOrMore(parse, schema, `${field} equals it`);
    }
    case 'exclude': {
      // An item without a value has another one.
      const parse = createParser(scalar, (values) => ({ op: 'not', of: matchAny(field, values) }));
      const several = `${field} equals none of them, or is missing`;
      return oneOrMore(parse, schema, `${field} does not equal it, or is missing`, several);
    }
    case 'range':
    case 'date': {
      const parsers = Object.entries(BOUNDS[kind]).map(([name, [op, meaning]]): [string, FilterParser] => {
        const parse = createParser(boundsParser(op, scalar), ([bounds]) => matchBounds(field, bounds!));
        return [`[${name}]`, { schema: op === 'between' ? RANGE : schema, description: `${field} ${meaning}`, parse }];
      });
      return Object.fromEntries(parsers);
    }
    default: {
      const [op, meaning] = COMPARISONS[kind];
      const compare = (value: string): FilterTree => ({ op, field, value });
      const parse = createParser(parseText, (values) => combineFilters(values.map(compare), 'or'));
      return oneOrMore(parse, TEXT, `${field} ${meaning}`);
    }
  }
}

// Each word is contained in one of the fields.
function searchParser(fields: readonly string[]): FilterParser {
  const matchWord = (value: string): FilterTree => ({
    op: 'or',
    of: fields.map((field) => ({ op: 'contains', field, value })),
  });
  const parse = createParser(parseText, ([text]) => {
    const words = new Set(text!.split(/\s+/).filter(Boolean));
    assertWordLimit(words.size);
    return combineFilters([...words].map(matchWord));
  });
  return { schema: TEXT, description: `Every word is somewhere in ${fields.join(', ')}`, parse };
}

function oneOrMore(
  parse: FilterParser['parse'],
  schema: FilterParser['schema'],
  description: string,
  several = `${description}, any of them`,
): Readonly<Record<string, FilterParser>> {
  return { '': { schema, description, parse }, '[]': { schema, description: several, parse, many: true } };
}

const TEXT = { type: 'string' } as const;
const BOOLEAN = { type: 'boolean' } as const;
const DIRECTION = { type: 'string', enum: ['asc', 'desc'] } as const;
const RANGE = { type: 'string', pattern: '\\.\\.' } as const;

const COMPARISONS = {
  partial: ['contains', 'contains it'],
  start: ['starts', 'begins with it'],
  end: ['ends', 'ends with it'],
  word: ['word', 'has a word that begins with it'],
} as const;

type Bound = 'gt' | 'gte' | 'lt' | 'lte';

const BOUNDS: Readonly<Record<'range' | 'date', Readonly<Record<string, readonly [Bound | 'between', string]>>>> = {
  range: {
    between: ['between', 'is from..to, both included'],
    gt: ['gt', 'is greater'],
    gte: ['gte', 'is greater or equal'],
    lt: ['lt', 'is less'],
    lte: ['lte', 'is less or equal'],
  },
  date: {
    before: ['lte', 'is that time or earlier'],
    strictly_before: ['lt', 'is earlier'],
    after: ['gte', 'is that time or later'],
    strictly_after: ['gt', 'is later'],
  },
};

type ParseValue<Value> = (text: string, origin: string) => Value;

/** Returns the function that parses the values of a parameter. @param toTree returns the condition; at least one value was sent */
export function createParser<Value>(
  parseValue: ParseValue<Value>,
  toTree: (values: readonly Value[]) => FilterTree | undefined,
): FilterParameter['parse'] {
  return (sent, origin) => {
    const values = sent.map((text) => parseValue(text, origin));
    return { value: values.length > 1 ? values : values[0], tree: toTree(values) };
  };
}

function matchAny(field: string, values: readonly FilterScalar[]): FilterTree {
  return values.length > 1 ? { op: 'in', field, values } : { op: 'eq', field, value: values[0]! };
}

function matchBounds(field: string, bounds: Readonly<Record<string, FilterScalar>>): FilterTree | undefined {
  return combineFilters(Object.entries(bounds).map(([op, value]) => ({ op: op as Bound, field, value })));
}

function boundsParser(op: Bound | 'between', scalar: ParseValue<FilterScalar>) {
  return (text: string, origin: string): Readonly<Record<string, FilterScalar>> => {
    if (op !== 'between') return { [op]: scalar(text, origin) };
    const [from, to, more] = text.split('..', 3);
    if (from === undefined || to === undefined || more !== undefined)
      throw new ParameterValueError(message('parameter.not-a-range'));
    return { gte: scalar(from, origin), lte: scalar(to, origin) };
  };
}

function parseDirection(text: string): 'asc' | 'desc' {
  const direction = text.toLowerCase();
  if (direction === 'asc' || direction === 'desc') return direction;
  throw new ParameterValueError(message('parameter.not-an-order'));
}

/** Parses a text. @throws {ParameterValueError} if it has a character that databases reject */
export function parseText(text: string): string {
  return parseScalar(text, { kind: 'string' }) as string;
}

/** Asserts that a search does not have too many words. @throws {ParameterValueError} */
export function assertWordLimit(count: number): void {
  if (count > MAX_WORDS) throw new ParameterValueError(message('parameter.too-many-words', { count: MAX_WORDS }));
}

const MAX_WORDS = 20;
