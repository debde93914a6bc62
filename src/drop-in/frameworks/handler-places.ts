import { applicationCallSite } from '../../core/trace/call-site.ts';
import type { CallSite } from '../../core/trace/call-site.ts';

/**
 * Remembers the line of the application that declares a route.
 *
 * @param route what the framework has for it. If that is declared by several lines, such as a function, it has no place.
 */
export function rememberPlace(route: unknown): void {
  if ((typeof route !== 'object' && typeof route !== 'function') || route === null) return;
  const place = applicationCallSite();
  const known = places.get(route);
  const isSame =
    known === undefined || (known !== AMBIGUOUS && known.file === place?.file && known.line === place.line);
  if (place) places.set(route, isSame ? place : AMBIGUOUS);
}

/** Uses the place of one route for another, such as that of a nested router. */
export function copyPlace(from: object, to: object): void {
  const place = places.get(from);
  if (place) places.set(to, place);
}

/** Returns where the application declared a route. */
export function placeOf(route: object | undefined): CallSite | undefined {
  const place = route && places.get(route);
  return place === AMBIGUOUS ? undefined : place;
}

/** Returns the name of a function as the application wrote it, without the `bound` of `bind`. */
export function functionName({ name }: { readonly name: string }): string {
  return name.replace(/^(?:bound )+/, '');
}

const AMBIGUOUS = Object.freeze({ file: '', line: 0, column: 0 });
const places = new WeakMap<object, CallSite>();
