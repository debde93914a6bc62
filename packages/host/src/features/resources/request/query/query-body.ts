import { UnprocessableContentError, isObject } from 'oriel-core/http';
import { parseJson } from '../../../../http/json.ts';
import type { BodyReader } from '../../model/format.ts';
import type { QueryBody } from '../../model/operation.ts';
import { message } from 'oriel-core/messages';
import { MAX_PARAMETERS, tooManyParametersError } from './parse-parameters.ts';

/**
 * Readers for the body of QUERY requests (RFC 10008): the parameters of GET as a form or as JSON. The value of both is a
 * `QueryBody`, whose text is parsed like the query string of a URL.
 */
export const queryReaders: readonly BodyReader[] = [
  {
    name: 'form',
    types: ['application/x-www-form-urlencoded'],
    read: (text) => ({ kind: 'value', value: { text: text as string, empty: [] } satisfies QueryBody }),
  },
  {
    name: 'json',
    types: ['application/json'],
    read: (text) => ({ kind: 'value', value: queryOfJson(parseJson(text as string)) }),
  },
];

/**
 * Converts an object to a query string: lists repeat their name, and members of objects are added in brackets.
 *
 * @throws {UnprocessableContentError} 422 if the value is not an object, or is nested more than five levels
 * @throws {BadRequestError} for more than 500 parameters
 *
 * @example
 * ```ts
 * import { queryOfJson } from './query-body.ts';
 * queryOfJson({ price: { gt: 5 }, tag: ['a', 'b'], page: 2 }).text; // => 'price%5Bgt%5D=5&tag=a&tag=b&page=2'
 * queryOfJson({ price: {}, tag: [] }).empty; // => ['price', 'tag']
 * ```
 */
export function queryOfJson(value: unknown): QueryBody {
  if (!isObject(value))
    throw new UnprocessableContentError([
      { pointer: '', detail: message('query.not-an-object'), code: 'invalid_type' },
    ]);
  const found: Found = { pairs: [], empty: new Set() };
  for (const [name, member] of Object.entries(value)) collect(name, member, found, 1);
  const sent = new Set(found.pairs.map(([name]) => name));
  return {
    text: new URLSearchParams(found.pairs).toString(),
    empty: [...found.empty].filter((name) => !sent.has(name)),
  };
}

const MAX_DEPTH = 5;

interface Found {
  readonly pairs: [name: string, value: string][];
  readonly empty: Set<string>;
}

function collect(name: string, value: unknown, found: Found, depth: number): void {
  if (depth > MAX_DEPTH)
    throw new UnprocessableContentError([
      { parameter: name.slice(0, 200), detail: message('query.too-deep'), code: 'invalid_value' },
    ]);
  if (typeof value !== 'object' || value === null) found.pairs.push([name, value === null ? '' : String(value)]);
  else {
    const members = Object.entries(value);
    if (members.length === 0) found.empty.add(name);
    for (const [key, element] of members)
      collect(Array.isArray(value) ? name : `${name}[${key}]`, element, found, depth + 1);
  }
  if (found.pairs.length + found.empty.size > MAX_PARAMETERS) throw tooManyParametersError();
}
