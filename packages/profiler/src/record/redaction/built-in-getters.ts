import { types } from 'node:util';
import { hasProxy } from 'oriel-core/trace';

// The getters of a value, or of its class, are code of the application.
export const HREF_OF_URL = getGetter(URL.prototype, 'href')!;
export const SIZE_OF_MAP = getGetter(Map.prototype, 'size')!;
export const SIZE_OF_SET = getGetter(Set.prototype, 'size')!;
// Undefined in earlier versions of V8, where it is a value.
const STACK_OF_ERROR = getGetter(new Error(), 'stack');

/**
 * Returns whether a property of an error with a getter is read: the stack, whose getter is V8's, and the message, for which some
 * libraries have one. V8 reads the message for the stack, and also the name.
 */
export function isReadOfError(error: object, key: string, property: PropertyDescriptor): boolean {
  const isStack = STACK_OF_ERROR !== undefined && property.get === STACK_OF_ERROR;
  return (isStack || key === 'message') && !hasProxy(error);
}

function getGetter(value: object, name: string): ((this: unknown) => unknown) | undefined {
  const property: { readonly get?: (this: unknown) => unknown } | undefined = Object.getOwnPropertyDescriptor(
    value,
    name,
  );
  return property?.get;
}

/** Returns the name of a class; undefined for objects without one, such as Object.create({ … }). */
export function readClassName(prototype: unknown): string | undefined {
  if (prototype === null || typeof prototype !== 'object' || types.isProxy(prototype)) return undefined;
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof constructor !== 'function' || types.isProxy(constructor)) return undefined;
  const name: unknown = Object.getOwnPropertyDescriptor(constructor, 'name')?.value;
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_CLASS_NAME_LENGTH) : '[anonymous]';
}

const MAX_CLASS_NAME_LENGTH = 200;
