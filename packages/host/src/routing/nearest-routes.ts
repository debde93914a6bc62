import { hasOnlyParameters, substituteParameters } from 'oriel-core/http';
import type { Route } from './route-definition.ts';

const MAX_PATH_LENGTH = 256;
const MAX_ROUTES = 1000;
/** The maximum edit distance; it also bounds the work of a comparison. */
const MAX_DISTANCE = 12;

/**
 * Returns the routes with the smallest edit distance to a path that was not found, nearest first.
 *
 * At most 256 characters are compared with at most 1,000 routes. Routes that differ in more than a third of their
 * characters, or in more than twelve, are not returned.
 *
 * @example
 * import { RouteCollection } from './route-collection.ts';
 * const routes = new RouteCollection([{ name: 'posts', path: '/posts' }, { name: 'about', path: '/about' }]);
 * nearestRoutes(routes, '/post').map((route) => route.name); // ['posts']
 */
export function nearestRoutes(routes: Iterable<Route>, path: string, limit = 3): Route[] {
  const wanted = path.slice(0, MAX_PATH_LENGTH);
  const found: { route: Route; distance: number }[] = [];
  let compared = 0;
  for (const route of routes) {
    if (compared++ >= MAX_ROUTES) break;
    const pattern = route.path.slice(0, MAX_PATH_LENGTH);
    if (hasOnlyParameters(pattern)) continue;
    const shape = substituteParameters(pattern, wanted).slice(0, MAX_PATH_LENGTH);
    const most = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(Math.max(shape.length, wanted.length) / 3)));
    if (Math.abs(shape.length - wanted.length) > most) continue;
    const distance = editDistance(shape, wanted, most);
    if (distance <= most) found.push({ route, distance });
  }
  found.sort((one, other) => one.distance - other.distance);
  return found.slice(0, Math.max(0, limit)).map(({ route }) => route);
}

/** Returns the Levenshtein distance, or a larger number than `most` if the distance exceeds it. */
function editDistance(one: string, other: string, most: number): number {
  const tooFar = most + 1;
  let previous = Uint16Array.from({ length: other.length + 1 }, (_, index) => Math.min(index, tooFar));
  let current = new Uint16Array(other.length + 1);
  for (let row = 1; row <= one.length; row++) {
    // Outside of this band, the distance exceeds `most`.
    const first = Math.max(1, row - most);
    const last = Math.min(other.length, row + most);
    current.fill(tooFar);
    if (row <= most) current[0] = row;
    let least = current[0] as number;
    for (let column = first; column <= last; column++) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
      const replaced = (previous[column - 1] as number) + (isSame ? 0 : 1);
      const value = Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1, tooFar);
      current[column] = value;
      if (value < least) least = value;
    }
    if (least > most) return tooFar;
    [previous, current] = [current, previous];
  }
  return previous[other.length] as number;
}
