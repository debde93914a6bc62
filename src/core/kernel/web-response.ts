/**
 * Is this a web `Response`, of whatever realm or library? Asked by its tag: naming the global would load Node's whole
 * fetch implementation, which a host that answers plain data never needs.
 */
export function isWebResponse(value: unknown): value is Response {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Response'
  );
}
