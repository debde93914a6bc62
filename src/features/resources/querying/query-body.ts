import { UnprocessableContentError } from '../../../core/http/errors.ts';
import { parseJson } from '../../../core/http/json.ts';
import type { BodyReader } from '../bodies/body-reader.ts';

/**
 * What reads the body of a QUERY (RFC 10008): the same parameters that GET takes in its URL, as a form or as JSON. Each gives
 * them as the text of a query, so that one reader understands all.
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
 * The text of a query for an object: lists repeat their name, objects put theirs into brackets.
 *
 * @throws {UnprocessableContentError} 422 when it is no object, or nested beyond what any parameter is
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
      { pointer: '', detail: 'Send an object: parameters by their names', code: 'invalid_type' },
    ]);
  const pairs: [string, string][] = [];
  collect('', value, pairs, 0);
  return new URLSearchParams(pairs).toString();
}

const DEEPEST = 5;

function collect(name: string, value: unknown, pairs: [string, string][], depth: number): void {
  if (depth > DEEPEST)
    throw new UnprocessableContentError([
      { parameter: name.slice(0, 200), detail: 'No parameter is nested that deep', code: 'invalid_value' },
    ]);
  if (Array.isArray(value)) for (const each of value) collect(name, each, pairs, depth + 1);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      collect(name === '' ? key : `${name}[${key}]`, each, pairs, depth + 1);
  else pairs.push([name, value === null ? '' : String(value)]);
}
