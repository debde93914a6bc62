/**
 * An identifier as a segment of a path: one value as it is (`7`, `a%20b`), several as `name=value` pairs
 * (`row=4;place=12`). Percent-encoded; what would be lost on the way is escaped once more, because a router decodes a path
 * before anybody looks at its parameters: what separates parts of a path or an identifier, a dot segment, and an end that
 * reads like the suffix of a format.
 *
 * @param suffixes what chooses a format behind the last point; those of the formats Oriel has, when left out
 * @throws {TypeError} when a value is null, undefined or empty, or has a lone surrogate, which no URL can hold
 *
 * @example
 * ```ts
 * import { formatIdentifier } from './identifier.ts';
 * formatIdentifier('a b'); // => 'a%20b'
 * formatIdentifier('data.json'); // => 'data%252Ejson'
 * formatIdentifier({ row: 4, place: 12 }); // => 'row=4;place=12'
 * ```
 */
export function formatIdentifier(id: unknown, suffixes: RegExp = SUFFIXES): string {
  if (typeof id !== 'object' || id === null || id instanceof Date) return format(id, suffixes);
  return Object.entries(id)
    .map(([name, value]) => `${encodeURIComponent(name)}=${format(value, suffixes)}`)
    .join(';');
}

/** Undoes what {@link formatIdentifier} did to one value, beyond percent-encoding. */
export function unescapeIdentifier(text: string): string {
  return text.includes('%') ? text.replace(/%(?:25|3B|3D|2F|2E)/gi, decodeURIComponent) : text;
}

/** Finds the point before one of these names at the end of an identifier. */
export function suffixPattern(names: readonly string[]): RegExp {
  return new RegExp(`\\.(?=(?:${names.map((name) => name.replace(/\W/g, '\\$&')).join('|')})$)`);
}

const SUFFIXES = suffixPattern(['json', 'jsonld', 'jsonapi', 'hal', 'csv', 'ndjson']);
// Letters, digits and dashes, the usual case by far, mean the same on both sides.
const PLAIN = /^[\w-]+$/;

function format(value: unknown, suffixes: RegExp): string {
  if (value === null || value === undefined || value === '')
    throw new TypeError(`${JSON.stringify(value) ?? 'undefined'} identifies nothing`);
  const text = value instanceof Date ? value.toISOString() : String(value);
  if (PLAIN.test(text)) return text;
  if (!text.isWellFormed()) throw new TypeError(`${JSON.stringify(text)} has a lone surrogate, which no URL can hold`);
  let escaped = text.replace(/[%;=/]/g, encodeURIComponent);
  if (escaped === '.' || escaped === '..') escaped = escaped.replaceAll('.', '%2E');
  else escaped = escaped.replace(suffixes, '%2E');
  return encodeURIComponent(escaped);
}
