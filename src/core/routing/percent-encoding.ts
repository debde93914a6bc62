/** Encodes everything but letters, digits and `-._~`, as UTF-8. Half a surrogate pair becomes the replacement character. */
export function percentEncode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Encodes a path. Delimiters that mean nothing in a path stay readable, and the segments `.` and `..` are hidden from
 * programs that would resolve them.
 */
export function encodePath(path: string): string {
  const encoded = percentEncode(path).replace(/%252F|%(?:2F|40|3A|3B|2C|3D|2B|21|2A|7C)/g, (found) =>
    found === '%252F' ? '%2F' : decodeURIComponent(found),
  );
  // Neighbours share a slash and are replaced from the left, so of "/../../" only the first is hidden.
  const hidden = encoded.replace(/\/\.\.\/|\/\.\//g, (found) => (found === '/./' ? '/%2E/' : '/%2E%2E/'));
  if (hidden.endsWith('/..')) return `${hidden.slice(0, -2)}%2E%2E`;
  return hidden.endsWith('/.') ? `${hidden.slice(0, -1)}%2E` : hidden;
}
