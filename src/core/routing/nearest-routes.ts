import type { Route } from './route.ts';

const MAX_PATH_LENGTH = 256;
const MAX_ROUTES = 1000;
/** More slips than this is another word; it also keeps the comparison to a narrow band. */
const MAX_DISTANCE = 12;

/**
 * The routes whose paths look most like a path that was not found, nearest first.
 *
 * Work is bounded whatever is asked: 256 characters are compared with at most 1,000 routes, and a route that differs
 * in more than a third of its letters, or in more than twelve, is no hint.
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

/** Levenshtein's distance as far as `most`; beyond it, something larger. */
function editDistance(one: string, other: string, most: number): number {
  const far = most + 1;
  let previous = Uint16Array.from({ length: other.length + 1 }, (_, index) => Math.min(index, far));
  let current = new Uint16Array(other.length + 1);
  for (let row = 1; row <= one.length; row++) {
    // Outside this band the distance is larger than `most` for certain.
    const first = Math.max(1, row - most);
    const last = Math.min(other.length, row + most);
    current.fill(far);
    if (row <= most) current[0] = row;
    let least = current[0] as number;
    for (let column = first; column <= last; column++) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
      const replaced = (previous[column - 1] as number) + (isSame ? 0 : 1);
      const value = Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1, far);
      current[column] = value;
      if (value < least) least = value;
    }
    if (least > most) return far;
    [previous, current] = [current, previous];
  }
  return previous[other.length] as number;
}

/**
 * A route's path with what was asked in place of its parameters, to be compared with that: a segment that is a parameter is as
 * near as it can be, and of `cities.{_format}` the name has to be met, and a suffix when there is one.
 *
 * @example
 * ```ts
 * import { pathShape } from './path-shape.ts';
 * pathShape('/cities/{id}/news', '/citys/7/news'); // => '/cities/7/news'
 * ```
 */
export function substituteParameters(pattern: string, path: string): string {
  if (!pattern.includes('{')) return pattern;
  const given = path.split('/');
  return pattern
    .split('/')
    .map((segment, i) => segmentShape(segment, given[i]))
    .join('/');
}

/** Is there nothing in a path but parameters? It is near to everything, and yet it did not match. */
export function hasOnlyParameters(pattern: string): boolean {
  return pattern.includes('{') && !/[^/]/.test(pattern.replace(/\{[^{}]*\}/g, ''));
}

function segmentShape(segment: string, given: string | undefined): string {
  if (/^\{[^{}]*\}$/.test(segment)) return given ?? segment;
  const name = /^([^{}]+)\.\{[^{}]*\}$/.exec(segment)?.[1];
  return name === undefined ? segment : name + (/\.[^.]*$/.exec(given ?? '')?.[0] ?? '');
}
