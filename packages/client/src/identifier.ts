/**
 * Formats an identifier as a path segment: one value as it is (`7`, `a%20b`), several as `name=value` pairs
 * (`row=4;place=12`). The segment is percent-encoded. Characters that would be ambiguous after the router has decoded the
 * path are encoded twice: separators of paths and identifiers, dot segments, and an ending that
 * looks like a format suffix.
 *
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
export function formatIdentifier(id: unknown): string {
  if (typeof id !== 'object' || id === null || id instanceof Date) return format(id);
  return Object.entries(id)
    .map(([name, value]) => `${encodeURIComponent(name)}=${format(value)}`)
    .join(';');
}

// The dot before the suffix of a built-in format.
const SUFFIX = /\.(?=(?:json|jsonld|jsonapi|hal|csv|ndjson)$)/;
// Letters, digits and dashes, the most common case, need no encoding.
const PLAIN = /^[\w-]+$/;

function format(value: unknown): string {
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
  else escaped = escaped.replace(SUFFIX, '%2E');
  return encodeURIComponent(escaped);
}
