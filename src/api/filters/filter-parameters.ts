import type { Filter } from './filter.ts';
import type { FilterScalar } from './filter-tree.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import { ParameterValueError, readBoolean, readScalar, schemaOfKind } from './parameter-value.ts';
import type { FilteredField } from './parameter-value.ts';
import type { ParameterMeaning, QueryParameter } from './query-parameter.ts';
import type { ReadRule } from '../model/resource-model.ts';

/** What a filter has to know of the field at a path: what it holds, and who may see it. */
export interface FieldAt extends FilteredField {
  readonly guards: readonly ReadRule[];
}

/** The parameters of a declared filter, in the order documents list them. */
export function filterParameters(name: string, filter: Filter, fieldAt: (path: string) => FieldAt): QueryParameter[] {
  const fields = filter.fields.length > 0 ? filter.fields : [name];
  const { kind } = filter;
  const path = fields[0]!;
  const field = fieldAt(path);
  const make = (as: string, about: readonly string[], rest: Rest, many = false): QueryParameter => ({
    ...{ name: as, filter: name, kind, fields: about, many },
    guards: about.flatMap((each) => fieldAt(each).guards),
    ...rest,
  });
  switch (kind) {
    case 'search':
      return [make(name, fields, search(fields))];
    case 'exists':
      return fields.map((each) => make(`${name}[${each}]`, [each], exists(each)));
    case 'order':
      return fields.map((each) => make(`${name}[${each}]`, [each], order(each)));
    case 'boolean': {
      const schema = { type: 'boolean' };
      return [make(name, fields, { schema, description: `${path} is`, read: equals(path, readBoolean) })];
    }
    case 'range':
    case 'date':
      return Object.entries(kind === 'range' ? RANGE : DATE).map(([bound, op]) =>
        make(`${name}[${bound}]`, fields, {
          schema: op === 'between' ? { type: 'string', pattern: '\\.\\.' } : schemaOf(field),
          description: `${path} ${DESCRIPTIONS[bound]}`,
          read: (values, origin) => readBound(path, op, values[0]!, (text) => readScalar(text, field, origin)),
        }),
      );
    default: {
      const isText = kind !== 'exact' && kind !== 'numeric';
      const read = isText
        ? text(path, TEXT_OPERATIONS[kind])
        : equals(path, (value, origin) => readScalar(value, field, origin));
      const schema = isText ? { type: 'string' } : schemaOf(field);
      const description = `${path} ${DESCRIPTIONS[kind]}`;
      return [
        make(name, fields, { schema, description, read }),
        make(`${name}[]`, fields, { schema, description: `${description}, any of them`, read }, true),
      ];
    }
  }
}

type Read = QueryParameter['read'];
interface Rest {
  readonly schema: JsonSchema;
  readonly description: string;
  readonly read: Read;
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

// A link is asked for by IRI or identifier.
function schemaOf({ kind, toId }: FieldAt): JsonSchema {
  return toId ? { type: 'string' } : schemaOfKind(kind);
}

function equals(field: string, scalar: (text: string, origin: string) => FilterScalar): Read {
  return (values, origin) => {
    const wanted = values.map((each) => scalar(each, origin));
    if (wanted.length === 1) return { value: wanted[0], tree: { op: 'eq', field, value: wanted[0]! } };
    return { value: wanted, tree: { op: 'in', field, values: wanted } };
  };
}

function text(field: string, op: 'contains' | 'starts' | 'ends' | 'word'): Read {
  return (values) => {
    const of = values.map((value) => ({ op, field, value: readScalar(value, TEXT) as string }));
    return of.length === 1 ? { value: values[0], tree: of[0] } : { value: values, tree: { op: 'or', of } };
  };
}

const TEXT: FilteredField = { kind: 'string' };
const MOST_WORDS = 20;

function search(fields: readonly string[]): Rest {
  const read: Read = ([sent]) => {
    const words = (readScalar(sent!, TEXT) as string).split(/\s+/).filter(Boolean);
    if (words.length > MOST_WORDS) throw new ParameterValueError(`has more than ${MOST_WORDS} words`);
    const of = words.map((value) => ({
      op: 'or' as const,
      of: fields.map((field) => ({ op: 'contains' as const, field, value })),
    }));
    return { value: sent, tree: of.length === 0 ? undefined : { op: 'and', of } };
  };
  return { schema: { type: 'string' }, description: `Every word is somewhere in ${fields.join(', ')}`, read };
}

function exists(field: string): Rest {
  const read: Read = ([sent]) => {
    const value = readBoolean(sent!);
    return { value, tree: { op: 'exists', field, value } };
  };
  return { schema: { type: 'boolean' }, description: `${field} has a value`, read };
}

function order(field: string): Rest {
  const read: Read = ([sent]) => {
    const value = sent!.toLowerCase();
    if (value !== 'asc' && value !== 'desc') throw new ParameterValueError('must be "asc" or "desc"');
    return { value, tree: undefined };
  };
  return { schema: { type: 'string', enum: ['asc', 'desc'] }, description: `Orders by ${field}`, read };
}

function readBound(
  field: string,
  op: 'between' | 'gt' | 'gte' | 'lt' | 'lte',
  value: string,
  scalar: (text: string) => FilterScalar,
): ParameterMeaning {
  if (op !== 'between') {
    const bound = scalar(value);
    return { value: { [op]: bound }, tree: { op, field, value: bound } };
  }
  const [from, to, more] = value.split('..', 3);
  if (from === undefined || to === undefined || more !== undefined)
    throw new ParameterValueError('must be two values with ".." between them, such as 2..5');
  const range = { gte: scalar(from), lte: scalar(to) };
  const of = [
    { op: 'gte' as const, field, value: range.gte },
    { op: 'lte' as const, field, value: range.lte },
  ];
  return { value: range, tree: { op: 'and', of } };
}
