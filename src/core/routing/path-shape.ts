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
export function pathShape(pattern: string, path: string): string {
  if (!pattern.includes('{')) return pattern;
  const given = path.split('/');
  return pattern
    .split('/')
    .map((segment, i) => segmentShape(segment, given[i]))
    .join('/');
}

/** Is there nothing in a path but parameters? It is near to everything, and yet it did not match. */
export function takesAnyPath(pattern: string): boolean {
  return pattern.includes('{') && !/[^/]/.test(pattern.replace(/\{[^{}]*\}/g, ''));
}

function segmentShape(segment: string, given: string | undefined): string {
  if (/^\{[^{}]*\}$/.test(segment)) return given ?? segment;
  const name = /^([^{}]+)\.\{[^{}]*\}$/.exec(segment)?.[1];
  return name === undefined ? segment : name + (/\.[^.]*$/.exec(given ?? '')?.[0] ?? '');
}
