import { types } from 'node:util';

/**
 * Returns whether a value, or a prototype that it inherits from, is a proxy. Reading a property of such a value, and `instanceof`, call
 * a trap, which is code of the application.
 */
export function hasProxy(value: unknown): boolean {
  let element = value;
  while (
    element !== Object.prototype &&
    ((typeof element === 'object' && element !== null) || typeof element === 'function')
  ) {
    if (types.isProxy(element)) return true;
    element = Object.getPrototypeOf(element);
  }
  return false;
}

/** Returns a thrown value that can be described: a text instead of a proxy, and of a value that inherits from one. */
export function readableError(error: unknown): unknown {
  return hasProxy(error) ? 'A proxy was thrown instead of an Error' : error;
}
