/**
 * The query as plain values: a name that comes once is a string, one that comes again a list, in the order sent.
 * The result has no prototype, so that `__proto__` is a name like any other.
 *
 * @param query without its question mark, as sent; `+` is a space (WHATWG URL, urlencoded parsing)
 *
 * @example
 * ```ts
 * import { parseQuery } from 'oriel/http';
 * parseQuery('tag=a&tag=b&q=x+y').tag; // => ['a', 'b']
 * ```
 */
export function parseQuery(query: string): Record<string, string | string[]> {
  const values = Object.create(null) as Record<string, string | string[]>;
  if (query === '') return values;
  for (const [name, value] of new URLSearchParams(query)) {
    const present = values[name];
    if (present === undefined) values[name] = value;
    else if (typeof present === 'string') values[name] = [present, value];
    else present.push(value);
  }
  return values;
}
