import { types } from 'node:util';

/**
 * Reads one property of something that was thrown. Anything can be thrown, so a getter or a proxy may throw in turn;
 * such a property counts as absent.
 */
export function readProperty(value: unknown, key: PropertyKey): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  return tryRead(() => Reflect.get(value, key) as unknown, undefined);
}

/** What `read` returns, or `otherwise` when it throws. */
export function tryRead<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Is it an error, of this realm or of another? */
export function isError(value: unknown): value is Error {
  return tryRead(() => value instanceof Error || types.isNativeError(value), false);
}
