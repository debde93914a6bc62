import type { JsonSchema } from '../../model/json-schema.ts';
import type { FilterScalar } from '../../declare/filters/filter-tree.ts';
import { ParameterValueError, parseBoolean, parseScalar } from '../../model/parameter-value.ts';
import type { FilterField } from '../../model/parameter-value.ts';
import type { ParsedParameter, FilterParameter } from '../../model/filter-parameter.ts';
import { message } from 'oriel-core/messages';

type ParseValues = FilterParameter['parse'];

/** The schema, description and parser of a parameter. */
export interface FilterParser {
  readonly schema: JsonSchema;
  readonly description: string;
  readonly parse: ParseValues;
}

/** Creates a parser for equality with one value or one of several. */
export function equalityParser(
  field: string,
  scalar: (textParser: string, origin: string) => FilterScalar,
): ParseValues {
  return (values, origin) => {
    const wanted = values.map((each) => scalar(each, origin));
    if (wanted.length === 1) return { value: wanted[0], tree: { op: 'eq', field, value: wanted[0]! } };
    return { value: wanted, tree: { op: 'in', field, values: wanted } };
  };
}

/** Creates a parser for other values than one value or one of several. An item without a value has another one. */
export function exclusionParser(...parameters: Parameters<typeof equalityParser>): ParseValues {
  const read = equalityParser(...parameters);
  return (values, origin) => {
    const { value, tree } = read(values, origin);
    return { value, tree: tree && { op: 'not', of: tree } };
  };
}

/** Creates a parser for text that the field contains, starts with or ends with: one value or one of several. */
export function text(field: string, op: 'contains' | 'starts' | 'ends' | 'word'): ParseValues {
  return (values) => {
    const of = values.map((value) => ({ op, field, value: parseScalar(value, TEXT) as string }));
    return of.length === 1 ? { value: values[0], tree: of[0] } : { value: values, tree: { op: 'or', of } };
  };
}

const TEXT: FilterField = { kind: 'string' };
const MAX_WORDS = 20;

/** Creates a parser for words, each of which one of the fields contains. */
export function searchParser(fields: readonly string[]): FilterParser {
  const read: ParseValues = ([sent]) => {
    const words = [...new Set((parseScalar(sent!, TEXT) as string).split(/\s+/).filter(Boolean))];
    if (words.length > MAX_WORDS)
      throw new ParameterValueError(message('parameter.too-many-words', { count: MAX_WORDS }));
    const of = words.map((value) => ({
      op: 'or' as const,
      of: fields.map((field) => ({ op: 'contains' as const, field, value })),
    }));
    return { value: sent, tree: of.length === 0 ? undefined : { op: 'and', of } };
  };
  return { schema: { type: 'string' }, description: `Every word is somewhere in ${fields.join(', ')}`, parse: read };
}

/** Creates a parser for whether the field has a value. */
export function existsParser(field: string): FilterParser {
  const read: ParseValues = ([sent]) => {
    const value = parseBoolean(sent!);
    return { value, tree: { op: 'exists', field, value } };
  };
  return { schema: { type: 'boolean' }, description: `${field} has a value`, parse: read };
}

/** Creates a parser for the direction of an order. */
export function orderParser(field: string): FilterParser {
  const read: ParseValues = ([sent]) => {
    const value = sent!.toLowerCase();
    if (value !== 'asc' && value !== 'desc') throw new ParameterValueError(message('parameter.not-an-order'));
    return { value, tree: undefined };
  };
  return { schema: { type: 'string', enum: ['asc', 'desc'] }, description: `Orders by ${field}`, parse: read };
}

/** Parses a bound, or both bounds of `between`. @throws {ParameterValueError} if a bound is invalid */
export function parseBound(
  field: string,
  op: 'between' | 'gt' | 'gte' | 'lt' | 'lte',
  value: string,
  scalar: (text: string) => FilterScalar,
): ParsedParameter {
  if (op !== 'between') {
    const bound = scalar(value);
    return { value: { [op]: bound }, tree: { op, field, value: bound } };
  }
  const [from, to, more] = value.split('..', 3);
  if (from === undefined || to === undefined || more !== undefined)
    throw new ParameterValueError(message('parameter.not-a-range'));
  const range = { gte: scalar(from), lte: scalar(to) };
  const of = [
    { op: 'gte' as const, field, value: range.gte },
    { op: 'lte' as const, field, value: range.lte },
  ];
  return { value: range, tree: { op: 'and', of } };
}
