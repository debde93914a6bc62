import type { LimitedRoute } from '../listeners/limits/index.ts';
import type { RouteData } from './route-table.ts';

/**
 * What limits know a route by, and the limit it has itself. An operation is known by its family as well: no other path or
 * method leads around what is said of it.
 */
export function limitedRoute({ declaration }: RouteData): LimitedRoute {
  const { name, options, operation } = declaration;
  const names = operation ? [...new Set([name, operation.name, operation.family])] : [name];
  const limit = operation ? operation.options.limit : options.limit;
  return { names, own: limit && { ...limit, name: names.at(-1)! } };
}
