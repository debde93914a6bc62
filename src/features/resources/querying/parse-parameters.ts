import { BadRequestError } from '../../../core/http/errors.ts';

/** The parameters of a query as they were sent, each name with its values in order. */
export interface ParsedParameters {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Names whose percent-encoding, or that of a value, is no UTF-8. */
  readonly malformed: readonly string[];
}

const MOST_PARAMETERS = 500;

/**
 * Takes a query apart (WHATWG URL, urlencoded parsing; `+` is a space), but tells what others would mend in silence.
 *
 * @param query as sent, without its question mark
 * @throws {BadRequestError} when there are more than 500 parameters
 *
 * @example
 * ```ts
 * import { sentParameters } from './parse-parameters.ts';
 * [...sentParameters('tag=a&q=x+y&tag=b').values]; // => [['tag', ['a', 'b']], ['q', ['x y']]]
 * sentParameters('q=%ff').malformed; // => ['q']
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
      if (++pairs > MOST_PARAMETERS) throw tooMany();
      take(query.slice(start, end), values, malformed);
    }
    start = end + 1;
  }
  return { values, malformed };
}

function take(pair: string, values: Map<string, string[]>, malformed: string[]): void {
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

function tooMany(): BadRequestError {
  return new BadRequestError(`There are more than ${MOST_PARAMETERS} query parameters; send fewer`, {
    type: '/problems/query-parameter',
  });
}
