import { types } from 'node:util';
import { hasProxy } from '../trace/has-proxy.ts';

/**
 * Reads a property of a thrown value. Returns undefined for a proxy, and if a getter throws.
 */
export function readProperty(value: unknown, key: PropertyKey): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || hasProxy(value)) return undefined;
  return tryRead(() => Reflect.get(value, key) as unknown, undefined);
}

/** Reads a property of an object, which must not be a proxy, without calling a getter. */
export function ownValue(value: object, key: PropertyKey): unknown {
  const property = Object.getOwnPropertyDescriptor(value, key);
  return property !== undefined && 'get' in property ? '[getter]' : property?.value;
}

/** Iterates over the elements of a list, which must not be a proxy, without calling a getter. */
export function* ownElements(list: readonly unknown[]): Generator<unknown> {
  for (let index = 0; index < list.length; index++) yield ownValue(list, index);
}

/** Returns the result of `read`, or `otherwise` if it throws. */
export function tryRead<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Whether a value is an error, of this or another realm. A proxy is not an error. */
export function isError(value: unknown): value is Error {
  return !hasProxy(value) && (value instanceof Error || types.isNativeError(value));
}
