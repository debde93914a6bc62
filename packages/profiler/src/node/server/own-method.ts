/** A method of a request, a response or a stream. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Gives one object another method, which is not enumerable.
 *
 * It is defined and not assigned. After `request.push = function …`, about a third of what V8 had allocated for each request
 * survived until the next full garbage collection.
 */
export function setOwnMethod(target: object, name: string, value: Method): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

/** Returns the methods of an object by their names. */
export function getMethods(target: object): Readonly<Record<string, Method>> {
  return target as Record<string, Method>;
}
