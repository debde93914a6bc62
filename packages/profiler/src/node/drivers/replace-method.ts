import { caught } from '../own-frames.ts';

/** A method of a driver. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Replaces a method of a prototype. The new one has its name, its number of parameters and its visibility. Errors that it
 * throws have no frames of the recorder in their stacks, because applications print and compare them.
 */
export function replaceMethod(prototype: object, name: string, wrap: (method: Method) => Method): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (typeof descriptor?.value !== 'function') throw new TypeError(`${name} is not a method`);
  const original = descriptor.value as Method;
  const wrapped = wrap(original);
  const value: Method = function (...args) {
    try {
      return wrapped.apply(this, args);
    } catch (error) {
      throw caught(error); // node-do-not-add-exception-line
    }
  };
  copySignature(value, original);
  Object.defineProperty(prototype, name, { ...descriptor, value });
}

/** Gives a function the name and the number of parameters of the one that it replaces. */
export function copySignature(value: Method, original: Method): void {
  Object.defineProperty(value, 'name', { value: original.name, configurable: true });
  Object.defineProperty(value, 'length', { value: original.length, configurable: true });
}

/** Calls a listener when an instance first gets a member, such as in its constructor. Then it is an ordinary member. */
export function onFirstSet<T extends object>(
  prototype: object,
  name: string,
  listener: (instance: T, value: unknown) => void,
): void {
  Object.defineProperty(prototype, name, {
    get: () => undefined,
    set(this: T, value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      listener(this, value);
    },
    configurable: true,
  });
}
