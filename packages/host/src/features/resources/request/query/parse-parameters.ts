import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/** The decoded parameters of a query string. */
export interface ParsedParameters {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Parameters with a percent-encoding that is not UTF-8, in the name or a value. */
  readonly malformed: readonly string[];
}

/** The maximum number of parameters of a query. */
export const MAX_PARAMETERS = 500;

/**
 * Parses a query string (WHATWG URL, urlencoded parsing; `+` is a space). Invalid percent-encoding is reported, not replaced.
 *
 * @param query the query string without its question mark
 * @throws {BadRequestError} for more than 500 parameters
 *
 * @example
 * ```ts
 * import { parseParameters } from './parse-parameters.ts';
 * [...parseParameters('tag=a&q=x+y&tag=b').values]; // => [['tag', ['a', 'b']], ['q', ['x y']]]
 * parseParameters('q=%ff').malformed; // => ['q']
 * ```
 */
export function parseParameters(query: string): ParsedParameters {
  const values = new Map<string, string[]>();
  const malformed: string[] = [];
  let pairs = 0;
  for (let start = 0; start < query.length;) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand < 0 ? query.length : ampersand;
    if (end > start) {
      if (++pairs > MAX_PARAMETERS) throw tooManyParametersError();
      addPair(query.slice(start, end), values, malformed);
    }
    start = end + 1;
  }
  return { values, malformed };
}

function addPair(pair: string, values: Map<string, string[]>, malformed: string[]): void {
  const equals = pair.indexOf('=');
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const name = decode(rawName);
  const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
  if (name === undefined || value === undefined) {
    malformed.push(name ?? rawName);
    return;
  }
  const known = values.get(name);
  if (known) known.push(value);
  else values.set(name, [value]);
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

/** Returns the error for a query with too many parameters. */
export function tooManyParametersError(): BadRequestError {
  return new BadRequestError(message('query.too-many-parameters', { count: MAX_PARAMETERS }), {
    type: '/problems/query-parameter',
  });
}
