import type { Filter, FilterKind } from './filter.ts';
import type { FilterScalar, FilterTree } from './filter-tree.ts';
import type { JsonSchema } from './json-schema.ts';
import type { FieldKind } from './resource-store.ts';

/** One parameter that a filter listens to, under the name it is sent by: `price[gt]`. */
export interface QueryParameter {
  readonly name: string;
  /** The name the filter was declared under. */
  readonly filter: string;
  readonly kind: FilterKind;
  /** The fields it looks at; dotted through links. */
  readonly fields: readonly string[];
  /** May it come more than once? */
  readonly many: boolean;
  /** What one value must be, for documents. */
  readonly schema: JsonSchema;
  readonly description: string;
  /** What the values ask for: what the provider gets, and the same as a tree. @throws {ParameterValueError} */
  read(values: readonly string[]): { readonly value: unknown; readonly tree: FilterTree | undefined };
}

/** A value that a parameter cannot have; the message goes on after the parameter's name. */
export class ParameterValueError extends Error {}

/** What a filter has to know of the field at a path. */
export interface FilteredField {
  readonly kind: FieldKind;
  /** For a link: the identifier behind an IRI or an identifier, undefined when it can be neither. */
  readonly toId?: ((text: string) => FilterScalar | undefined) | undefined;
}

/** The parameters of a declared filter, in the order documents list them. */
export function parametersOf(name: string, filter: Filter, fieldAt: (path: string) => FilteredField): QueryParameter[] {
  const fields = filter.fields.length > 0 ? filter.fields : [name];
  const path = fields[0]!;
  const { kind } = filter;
  const base = { filter: name, kind, fields, many: false } as const;
  const scalar = (text: string): FilterScalar => readScalar(text, fieldAt(path));
  if (kind === 'search') return [{ ...base, name, ...textParameter('Words to look for'), read: search(fields) }];
  if (kind === 'exists' || kind === 'order')
    return fields.map((field) => ({
      ...base,
      name: `${name}[${field}]`,
      fields: [field],
      ...(kind === 'exists' ? existsParameter(field) : orderParameter(field)),
    }));
  if (kind === 'range' || kind === 'date')
    return Object.entries(kind === 'range' ? RANGE : DATE).map(([bound, op]) => ({
      ...base,
      name: `${name}[${bound}]`,
      schema: schemaOf(op === 'between' ? 'string' : fieldAt(path).kind),
      description: `${path} ${DESCRIPTIONS[bound]}`,
      read: (values) => readBound(path, op, last(values), scalar),
    }));
  if (kind === 'boolean')
    return [{ ...base, name, schema: { type: 'boolean' }, description: `${path} is`, read: equals(path, readBoolean) }];
  const one = kind === 'exact' || kind === 'numeric' ? equals(path, scalar) : text(path, TEXT_OPERATIONS[kind]);
  const schema = schemaOf(kind in TEXT_OPERATIONS ? 'string' : fieldAt(path).kind);
  const description = `${path} ${DESCRIPTIONS[kind]}`;
  return [
    { ...base, name, schema, description, read: one },
    { ...base, name: `${name}[]`, schema, description: `${description}, any of them`, many: true, read: one },
  ];
}

/** Reads text as what the field holds. @throws {ParameterValueError} */
export function readScalar(text: string, { kind, toId }: FilteredField): FilterScalar {
  if (toId) {
    const id = toId(text);
    if (id === undefined) throw new ParameterValueError('must be the IRI or the identifier of an item');
    return id;
  }
  if (kind === 'boolean') return readBoolean(text);
  if (kind === 'date') return readDate(text);
  if (kind !== 'integer' && kind !== 'number') return text;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || (kind === 'integer' && !Number.isSafeInteger(value)))
    throw new ParameterValueError(`must be ${kind === 'integer' ? 'a whole number' : 'a number'}, such as 12`);
  return value;
}

const RANGE = { between: 'between', gt: 'gt', gte: 'gte', lt: 'lt', lte: 'lte' } as const;
const DATE = { before: 'lte', strictly_before: 'lt', after: 'gte', strictly_after: 'gt' } as const;
const TEXT_OPERATIONS = { partial: 'contains', start: 'starts', end: 'ends', word: 'word' } as const;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  exact: 'equals it',
  numeric: 'equals it',
  partial: 'contains it',
  start: 'begins with it',
  end: 'ends with it',
  word: 'has a word that begins with it',
  between: 'is from..to, both included',
  gt: 'is greater',
  gte: 'is greater or equal',
  lt: 'is less',
  lte: 'is less or equal',
  before: 'is that time or earlier',
  strictly_before: 'is earlier',
  after: 'is that time or later',
  strictly_after: 'is later',
};

type Reader = QueryParameter['read'];

function equals(field: string, scalar: (text: string) => FilterScalar): Reader {
  return (values) => {
    const wanted = values.map(scalar);
    if (wanted.length === 1) return { value: wanted[0], tree: { op: 'eq', field, value: wanted[0]! } };
    return { value: wanted, tree: { op: 'in', field, values: wanted } };
  };
}

function text(field: string, op: 'contains' | 'starts' | 'ends' | 'word'): Reader {
  return (values) => {
    const of = values.map((value) => ({ op, field, value }));
    return of.length === 1 ? { value: values[0], tree: of[0] } : { value: values, tree: { op: 'or', of } };
  };
}

function search(fields: readonly string[]): Reader {
  return (values) => {
    const words = last(values).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
    const of = words.map((value) => ({
      op: 'or' as const,
      of: fields.map((field) => ({ op: 'contains' as const, field, value })),
    }));
    return { value: last(values), tree: of.length === 0 ? undefined : { op: 'and', of } };
  };
}

const MOST_WORDS = 20;

function textParameter(description: string): Pick<QueryParameter, 'schema' | 'description'> {
  return { schema: { type: 'string' }, description };
}

function existsParameter(field: string): Pick<QueryParameter, 'schema' | 'description' | 'read'> {
  return {
    schema: { type: 'boolean' },
    description: `${field} has a value`,
    read: (values) => {
      const value = readBoolean(last(values));
      return { value, tree: { op: 'exists', field, value } };
    },
  };
}

function orderParameter(field: string): Pick<QueryParameter, 'schema' | 'description' | 'read'> {
  return {
    schema: { type: 'string', enum: ['asc', 'desc'] },
    description: `Orders by ${field}`,
    read: (values) => {
      const value = last(values).toLowerCase();
      if (value !== 'asc' && value !== 'desc') throw new ParameterValueError('must be "asc" or "desc"');
      return { value, tree: undefined };
    },
  };
}

function readBound(
  field: string,
  op: 'between' | 'gt' | 'gte' | 'lt' | 'lte',
  value: string,
  scalar: (text: string) => FilterScalar,
): ReturnType<Reader> {
  if (op !== 'between') {
    const bound = scalar(value);
    return { value: { [op]: bound }, tree: { op, field, value: bound } };
  }
  const [from, to, more] = value.split('..');
  if (from === undefined || to === undefined || more !== undefined)
    throw new ParameterValueError('must be two values with ".." between them, such as 2..5');
  const range = { gte: scalar(from), lte: scalar(to) };
  const of = [
    { op: 'gte' as const, field, value: range.gte },
    { op: 'lte' as const, field, value: range.lte },
  ];
  return { value: range, tree: { op: 'and', of } };
}

function readBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new ParameterValueError('must be "true" or "false"');
}

// A date, or a date and time with or without its offset; without one it is UTC.
const ISO_8601 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

function readDate(value: string): string {
  // In a query a plus sign arrives as a space.
  const text = value.replace(/ (\d\d:?\d\d)$/, '+$1');
  const time = ISO_8601.test(text)
    ? Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(text.slice(10)) || text.length === 10 ? text : `${text}Z`)
    : NaN;
  if (Number.isNaN(time)) throw new ParameterValueError('must be a date, such as 2026-01-31 or 2026-01-31T12:00:00Z');
  return new Date(time).toISOString();
}

function schemaOf(kind: FieldKind): JsonSchema {
  if (kind === 'date') return { type: 'string', format: 'date-time' };
  return kind === 'json' ? {} : { type: kind };
}

function last(values: readonly string[]): string {
  return values.at(-1)!;
}
