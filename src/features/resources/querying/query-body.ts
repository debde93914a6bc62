import { UnprocessableContentError } from '../../../core/http/errors.ts';
import { parseJson } from '../../../core/http/json.ts';
import type { BodyReader } from '../formats/format.ts';
import { message } from '../../../core/messages/message.ts';

/**
 * Readers for the body of QUERY requests (RFC 10008): the parameters of GET as a form or as JSON. Both return a query string,
 * which is parsed like that of a URL.
 */
export const queryReaders: readonly BodyReader[] = [
  {
    name: 'form',
    types: ['application/x-www-form-urlencoded'],
    read: (text) => ({ kind: 'value', value: text }),
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
 *
 * @example
 * ```ts
 * import { queryOfJson } from './query-body.ts';
 * queryOfJson({ price: { gt: 5 }, tag: ['a', 'b'], page: 2 }); // => 'price%5Bgt%5D=5&tag=a&tag=b&page=2'
 * ```
 */
export function queryOfJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnprocessableContentError([
      { pointer: '', detail: message('query.not-an-object'), code: 'invalid_type' },
    ]);
  const pairs: [string, string][] = [];
  collect('', value, pairs, 0);
  return new URLSearchParams(pairs).toString();
}

const MAX_DEPTH = 5;

function collect(name: string, value: unknown, pairs: [string, string][], depth: number): void {
  if (depth > MAX_DEPTH)
    throw new UnprocessableContentError([
      { parameter: name.slice(0, 200), detail: message('query.too-deep'), code: 'invalid_value' },
    ]);
  if (Array.isArray(value)) for (const each of value) collect(name, each, pairs, depth + 1);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      collect(name === '' ? key : `${name}[${key}]`, each, pairs, depth + 1);
  else pairs.push([name, value === null ? '' : String(value)]);
}
