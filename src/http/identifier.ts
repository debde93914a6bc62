/**
 * An identifier as a segment of a path: one value as it is (`7`, `a%20b`), several as `name=value` pairs
 * (`row=4;place=12`). Percent-encoded; what separates parts of a path or an identifier is escaped once more, because a
 * router decodes a path before anybody looks at its parameters.
 *
 * @throws {TypeError} when a value is null, undefined or empty
 *
 * @example
 * ```ts
 * import { formatIdentifier } from 'oriel/http';
 * formatIdentifier('a b'); // => 'a%20b'
 * formatIdentifier({ row: 4, place: 12 }); // => 'row=4;place=12'
 * ```
 */
export function formatIdentifier(id: unknown): string {
  if (typeof id !== 'object' || id === null) return format(id);
  return Object.entries(id)
    .map(([name, value]) => `${encodeURIComponent(name)}=${format(value)}`)
    .join(';');
}

/** Undoes what {@link formatIdentifier} did to one value, beyond percent-encoding. */
export function unescapeIdentifier(text: string): string {
  return text.replace(/%(?:25|3B|3D|2F)/g, decodeURIComponent);
}

function format(value: unknown): string {
  if (value === null || value === undefined || value === '')
    throw new TypeError(`${JSON.stringify(value) ?? 'undefined'} identifies nothing`);
  return encodeURIComponent(String(value).replace(/[%;=/]/g, encodeURIComponent));
}
