import type { RequestView } from './request-view.ts';

/**
 * Returns an input whose getters are copied by `{ ...input }`, which copies only own members of other objects. Values are still
 * computed when they are read; a spread reads all of them, so its response is private. It does not read `session` if the
 * host has no sessions, because that is an error.
 *
 * @example
 * ```ts
 * import type { HttpContext } from '../../../core/src/http/context.ts';
 * import { RequestView } from './request-view.ts';
 * import type { RequestMembers } from './request-view.ts';
 * import { spreadable } from './spreadable.ts';
 * export function copy(context: HttpContext): string {
 *   const input: RequestMembers = spreadable(new RequestView(context));
 *   return { ...input }.ip;
 * }
 * ```
 */
export function spreadable<Input extends RequestView>(input: Input): Input {
  return new Proxy<Input>(input, SPREADABLE);
}

// Own accessors would take twenty times as long to create as a proxy.
const SPREADABLE: ProxyHandler<RequestView> = {
  // The getters use private members, which a proxy does not have.
  get: (input, name) => Reflect.get(input, name) as unknown,
  ownKeys(input) {
    const names = findGetters(Object.getPrototypeOf(input) as object).filter((name) => !Object.hasOwn(input, name));
    return [...Reflect.ownKeys(input), ...names.filter((name) => name !== 'session' || input.context.session)];
  },
  getOwnPropertyDescriptor(input, name) {
    const descriptor = Reflect.getOwnPropertyDescriptor(input, name);
    if (descriptor || !findGetters(Object.getPrototypeOf(input) as object).includes(name)) return descriptor;
    return { get: () => Reflect.get(input, name) as unknown, enumerable: true, configurable: true };
  },
};

const GETTERS = new WeakMap<object, readonly (string | symbol)[]>();

function findGetters(prototype: object): readonly (string | symbol)[] {
  let names = GETTERS.get(prototype);
  if (names === undefined) {
    const descriptors = Object.entries(Object.getOwnPropertyDescriptors(prototype));
    const getters = descriptors.filter(([, descriptor]) => 'get' in descriptor).map(([name]) => name);
    const parent = Object.getPrototypeOf(prototype) as object | null;
    names = [...new Set([...getters, ...(parent === null || parent === Object.prototype ? [] : findGetters(parent))])];
    GETTERS.set(prototype, names);
  }
  return names;
}
