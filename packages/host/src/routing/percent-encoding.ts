/** Percent-encodes everything except letters, digits and `-._~`. Lone surrogates become the replacement character. */
export function percentEncode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Encodes a path. Delimiters without a meaning in paths are not encoded; the segments `.` and `..` are, so that clients do not
 * resolve them.
 */
export function encodePath(path: string): string {
  const encoded = percentEncode(path).replace(/%252F|%(?:2F|40|3A|3B|2C|3D|2B|21|2A|7C)/g, (found) =>
    found === '%252F' ? '%2F' : decodeURIComponent(found),
  );
  // Adjacent segments share a slash, so in "/../../" only the first is encoded, as in the reference router.
  const escaped = encoded.replace(/\/\.\.\/|\/\.\//g, (found) => (found === '/./' ? '/%2E/' : '/%2E%2E/'));
  if (escaped.endsWith('/..')) return `${escaped.slice(0, -2)}%2E%2E`;
  return escaped.endsWith('/.') ? `${escaped.slice(0, -1)}%2E` : escaped;
}

/**
 * Serializes parameters as a query: `{ order: { id: 'desc' }, n: [1] }` becomes `order%5Bid%5D=desc&n%5B0%5D=1`.
 *
 * `null` and `undefined` are omitted, `true` is `1` and `false` is `0`.
 */
export function toQueryString(params: Iterable<readonly [string, unknown]>): string {
  const pairs: string[] = [];
  for (const [key, value] of params) append(pairs, percentEncode(key), value, 0);
  return decodeUnreserved(pairs.join('&'));
}

/** Decodes the characters that need no encoding in a query or fragment. */
export function decodeUnreserved(encoded: string): string {
  return encoded.replace(/%252F|%(?:2F|3F|40|3A|21|3B|2C|2A)/g, (found) =>
    found === '%252F' ? '%2F' : decodeURIComponent(found),
  );
}

// Stops at circular values.
const MAX_DEPTH = 32;

function append(pairs: string[], key: string, value: unknown, depth: number): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object' && !(value instanceof Date)) {
    const entries = value instanceof Map ? [...value] : Object.entries(value);
    if (entries.length === 0 && !isPlain(value)) return void pairs.push(`${key}=${percentEncode(String(value))}`);
    if (depth >= MAX_DEPTH) throw new TypeError(`The query parameter "${key}" is nested more than ${MAX_DEPTH} deep`);
    for (const [name, item] of entries) {
      append(pairs, `${key}%5B${percentEncode(String(name))}%5D`, item, depth + 1);
    }
    return;
  }
  pairs.push(`${key}=${percentEncode(scalarText(value))}`);
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || value instanceof Map;
}

/** Returns a value as text in a query; `true` is `1` and `false` is `0`. */
export function scalarText(value: unknown): string {
  if (value === true) return '1';
  if (value === false) return '0';
  return value instanceof Date ? value.toISOString() : String(value);
}
