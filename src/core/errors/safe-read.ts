import { types } from 'node:util';

/**
 * Reads a property of a thrown value. Returns undefined if a getter or a proxy throws.
 */
export function readProperty(value: unknown, key: PropertyKey): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  return tryRead(() => Reflect.get(value, key) as unknown, undefined);
}

/** Returns the result of `read`, or `otherwise` if it throws. */
export function tryRead<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Whether a value is an error, of this or another realm. */
export function isError(value: unknown): value is Error {
  return tryRead(() => value instanceof Error || types.isNativeError(value), false);
}
