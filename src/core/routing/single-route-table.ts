import { decodePath, trimTrailingSlashes } from './request-path.ts';
import { Route } from './route.ts';
import type { RouteDefinition } from './route.ts';
import { RouteCollection } from './route-collection.ts';
import { RouteTable } from './route-table.ts';

/** Demands of a route that are not made. */
export interface IgnoredConstraints {
  readonly condition?: true;
  readonly host?: true;
  readonly requirements?: readonly string[];
}

/**
 * A table of one route, with some of its demands dropped. Every recorded request asks the routes that came near again, so
 * the tables asked for lately are remembered: making one takes many times as long as asking it.
 */
export function singleRouteTable(route: Route, dropped: IgnoredConstraints = NOTHING): RouteTable {
  let known = tables.get(route);
  if (!known) tables.set(route, (known = new Map()));
  const key = keyOf(dropped);
  const table = known.get(key);
  if (table) return table;
  const made = new RouteTable(new RouteCollection([key === '' ? route : copyWithout(route, dropped)]));
  known.set(key, made);
  // Their number is bounded: an application may have ten thousand routes.
  if (++count >= MAX_TABLES) {
    tables = new WeakMap();
    count = 0;
  }
  return made;
}

/** Has a path the text that the route begins with? No demand that is dropped changes that, and for most routes it has not. */
export function matchesStaticPrefix(route: Route, path: string): boolean {
  const text = decodePath(path);
  // Bytes that are no UTF-8, which only routes that ask for bytes take.
  return text === undefined || text.startsWith(staticPrefixOf(route));
}

/** The text that every path of a route begins with, decoded. */
export function staticPrefixOf({ compiled: { staticPrefix } }: Route): string {
  return staticPrefix.endsWith('/') ? trimTrailingSlashes(staticPrefix) : staticPrefix;
}

const NOTHING: IgnoredConstraints = {};
const MAX_TABLES = 1_000;
let tables = new WeakMap<Route, Map<string, RouteTable>>();
let count = 0;

function keyOf({ host, condition, requirements }: IgnoredConstraints): string {
  if (!host && !condition && !requirements) return '';
  return `${host ? 'h' : ''}${condition ? 'c' : ''} ${requirements?.join(' ') ?? ''}`;
}

function copyWithout(route: Route, dropped: IgnoredConstraints): Route {
  const definition: { -readonly [key in keyof RouteDefinition]: RouteDefinition[key] } = {
    name: route.name,
    path: route.path,
    methods: route.methods,
    schemes: route.schemes,
    defaults: route.defaults,
    options: route.options,
    requirements: Object.fromEntries(
      Object.entries(route.requirements).filter(([name]) => !dropped.requirements?.includes(name)),
    ),
  };
  if (!dropped.host) definition.host = route.host;
  // Dropping the host drops the condition too: it may well ask for what the host would have given.
  if (!dropped.host && !dropped.condition && route.condition) definition.condition = route.condition;
  return new Route(definition);
}
