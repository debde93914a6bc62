import { types } from 'node:util';

/**
 * Copies a list of parameters and the objects with named parameters in it. Applications may change both for the next query, and
 * they are stored after the request. Neither proxies nor getters are called.
 */
export function copyParameters(parameters: readonly unknown[]): readonly unknown[] {
  if (types.isProxy(parameters) || !Array.isArray(parameters) || parameters.length > LONGEST) return parameters;
  const copy: unknown[] = [];
  // The method `slice` of a class that extends Array would call its constructor.
  for (let index = 0; index < parameters.length; index++) {
    const property = Object.getOwnPropertyDescriptor(parameters, index);
    const value: unknown = property !== undefined && 'get' in property ? '[getter]' : property?.value;
    copy.push(typeof value === 'object' && value !== null ? copyMembers(value) : value);
  }
  return copy;
}

function copyMembers(value: object): object {
  if (types.isProxy(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS) return value;
  const copy = {};
  for (const name of names) Object.defineProperty(copy, name, Object.getOwnPropertyDescriptor(value, name)!);
  return copy;
}

/** A longer list, as of an insert of many rows, is not copied. */
const LONGEST = 500;
const MAX_MEMBERS = 100;
