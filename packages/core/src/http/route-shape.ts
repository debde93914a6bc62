/**
 * Replaces the parameters of a route path with the segments of a requested path, so that both can be compared. In a segment
 * such as `cities.{_format}`, the name is kept and the suffix of the request is used.
 *
 * @example
 * ```ts
 * import { substituteParameters } from './route-shape.ts';
 * substituteParameters('/cities/{id}/news', '/citys/7/news'); // => '/cities/7/news'
 * ```
 */
export function substituteParameters(pattern: string, path: string): string {
  if (!pattern.includes('{')) return pattern;
  const requested = path.split('/');
  return pattern
    .split('/')
    .map((segment, i) => segmentShape(segment, requested[i]))
    .join('/');
}

/** Whether a path consists of parameters only. Such a path is similar to every request. */
export function hasOnlyParameters(pattern: string): boolean {
  return pattern.includes('{') && !/[^/]/.test(pattern.replace(/\{[^{}]*\}/g, ''));
}

function segmentShape(segment: string, requested: string | undefined): string {
  if (/^\{[^{}]*\}$/.test(segment)) return requested ?? segment;
  const name = /^([^{}]+)\.\{[^{}]*\}$/.exec(segment)?.[1];
  return name === undefined ? segment : name + (/\.[^.]*$/.exec(requested ?? '')?.[0] ?? '');
}
