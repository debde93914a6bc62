/**
 * Returns whether a value is a web `Response` of any realm or library. Checks its tag, because access to the global
 * `Response` would load Node's fetch implementation, which a host that returns plain data never needs.
 */
export function isWebResponse(value: unknown): value is Response {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Response'
  );
}
