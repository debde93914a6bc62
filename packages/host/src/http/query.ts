import { message } from 'oriel-core/messages';
import { BadRequestError, ViolationList } from 'oriel-core/http';
import type { Violation } from 'oriel-core/http';

/**
 * Parses a query. A name that occurs once has a string value, a repeated name a list in the order sent.
 * The result has no prototype, so that `__proto__` is an ordinary name.
 *
 * @param query the query as sent, without its question mark; `+` is a space (WHATWG URL, urlencoded parsing)
 *
 * @example
 * ```ts
 * import { parseQuery } from 'oriel-host/http';
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

/** Creates the 400 error for an invalid query. It lists all violations. */
export function invalidQueryError(violations: readonly Violation[]): BadRequestError {
  return new BadRequestError(message('query.invalid', { violations: new ViolationList(violations) }), {
    type: '/problems/query-parameter',
    extensions: { errors: violations },
  });
}
