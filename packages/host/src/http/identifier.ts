/**
 * Formats an identifier as a path segment: one value as it is (`7`, `a%20b`), several as `name=value` pairs
 * (`row=4;place=12`). The segment is percent-encoded. Characters that would be ambiguous after the router has decoded the
 * path are encoded twice: separators of paths and identifiers, dot segments, and an ending that
 * looks like a format suffix.
 *
 * @param suffixes the format suffixes after the last dot; by default, those of the built-in formats
 * @throws {TypeError} if a value is null, undefined or empty, or has a lone surrogate, which a URL cannot contain
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

/** Decodes one value that {@link formatIdentifier} encoded, apart from percent-encoding. */
export function unescapeIdentifier(text: string): string {
  return text.includes('%') ? text.replace(/%(?:25|3B|3D|2F|2E)/gi, decodeURIComponent) : text;
}

/** Returns a pattern for the dot before one of these suffixes at the end of an identifier. */
export function suffixPattern(names: readonly string[]): RegExp {
  return new RegExp(`\\.(?=(?:${names.map((name) => name.replace(/\W/g, '\\$&')).join('|')})$)`);
}

const SUFFIXES = suffixPattern(['json', 'jsonld', 'jsonapi', 'hal', 'csv', 'ndjson']);
// Letters, digits and dashes, the most common case, need no encoding.
const PLAIN = /^[\w-]+$/;

function format(value: unknown, suffixes: RegExp): string {
  if (value === null || value === undefined || value === '')
    throw new TypeError(
      `${JSON.stringify(value) ?? 'undefined'} is not an identifier; use a non-empty string or a number`,
    );
  const text = value instanceof Date ? value.toISOString() : String(value);
  if (PLAIN.test(text)) return text;
  if (!text.isWellFormed())
    throw new TypeError(`${JSON.stringify(text)} has a lone surrogate, which a URL cannot contain`);
  let escaped = text.replace(/[%;=/]/g, encodeURIComponent);
  if (escaped === '.' || escaped === '..') escaped = escaped.replaceAll('.', '%2E');
  else escaped = escaped.replace(suffixes, '%2E');
  return encodeURIComponent(escaped);
}
