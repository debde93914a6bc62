import { types } from 'node:util';
import { applicationCallSite } from 'oriel-core/trace';
import type { CallSite } from 'oriel-core/trace';

/**
 * Remembers the line of the application that declares a route.
 *
 * @param route what the framework has for it. If that is declared by several lines, such as a function, it has no place.
 */
export function rememberPlace(route: unknown): void {
  if ((typeof route !== 'object' && typeof route !== 'function') || route === null) return;
  const location = applicationCallSite();
  const known = places.get(route);
  const isSame =
    known === undefined || (known !== AMBIGUOUS && known.file === location?.file && known.line === location.line);
  if (location) places.set(route, isSame ? location : AMBIGUOUS);
}

/** Uses the place of one route for another, such as that of a nested router. */
export function copyPlace(from: object, to: object): void {
  const location = places.get(from);
  if (location) places.set(to, location);
}

/** Returns where the application declared a route. */
export function findHandler(route: object | undefined): CallSite | undefined {
  const location = route && places.get(route);
  return location === AMBIGUOUS ? undefined : location;
}

/**
 * Returns the name of a function or a class as the application wrote it, without the `bound` of `bind`. Libraries that create classes
 * give them random names, in place of which the name in the source is returned.
 *
 * @returns an empty text for an anonymous function
 */
export function readName(named: object): string {
  const value: unknown = types.isProxy(named) ? undefined : Object.getOwnPropertyDescriptor(named, 'name')?.value;
  const name = typeof value === 'string' ? value.slice(0, MAX_NAME).replace(/^(?:bound )+/, '') : '';
  if (typeof named !== 'function' || !RANDOM_NAME.test(name)) return name;
  return DECLARED_NAME.exec(Function.prototype.toString.call(named).slice(0, MAX_NAME))?.[1] ?? '';
}

const MAX_NAME = 200;
const RANDOM_NAME = /^(?=.*\d)[\da-f]{8,}$|^[\da-f]{8}-[\da-f-]{27}$/i;
const DECLARED_NAME = /^(?:async\s+)?(?:class|function)\s*(?:\*\s*)?([\w$]+)(?=\s*[({]|\s+extends\b)/;

const AMBIGUOUS = Object.freeze({ file: '', line: 0, column: 0 });
const places = new WeakMap<object, CallSite>();
