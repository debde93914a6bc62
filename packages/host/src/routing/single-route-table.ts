import { trimTrailingSlashes } from './request-path.ts';
import { Route } from './route-definition.ts';
import type { RouteDefinition } from './route-definition.ts';
import { RouteCollection } from './route-collection.ts';
import { RouteTable } from './route-table.ts';

/** Constraints of a route that are ignored. */
export interface IgnoredConstraints {
  readonly condition?: true;
  readonly host?: true;
  readonly requirements?: readonly string[];
}

/**
 * Returns a table with one route, without some of its constraints. Recent tables are cached, because every recorded request
 * needs them and creating one takes longer than a lookup.
 */
export function singleRouteTable(route: Route, ignored: IgnoredConstraints = NO_CONSTRAINTS): RouteTable {
  let known = tables.get(route);
  if (!known) tables.set(route, (known = new Map()));
  const key = getKey(ignored);
  const table = known.get(key);
  if (table) return table;
  const created = new RouteTable(new RouteCollection([key === '' ? route : copyWithout(route, ignored)]));
  known.set(key, created);
  // Bounds the memory of applications with thousands of routes.
  if (++count >= MAX_TABLES) {
    tables = new WeakMap();
    count = 0;
  }
  return created;
}

/** Returns the decoded text with which every path of a route begins. */
export function getStaticPrefix({ compiled: { staticPrefix } }: Route): string {
  return staticPrefix.endsWith('/') ? trimTrailingSlashes(staticPrefix) : staticPrefix;
}

const NO_CONSTRAINTS: IgnoredConstraints = {};
const MAX_TABLES = 1_000;
let tables = new WeakMap<Route, Map<string, RouteTable>>();
let count = 0;

function getKey({ host, condition, requirements }: IgnoredConstraints): string {
  if (!host && !condition && !requirements) return '';
  return `${host ? 'h' : ''}${condition ? 'c' : ''} ${requirements?.join(' ') ?? ''}`;
}

function copyWithout(route: Route, ignored: IgnoredConstraints): Route {
  const definition: { -readonly [key in keyof RouteDefinition]: RouteDefinition[key] } = {
    name: route.name,
    path: route.path,
    methods: route.methods,
    schemes: route.schemes,
    defaults: route.defaults,
    options: route.options,
    requirements: Object.fromEntries(
      Object.entries(route.requirements).filter(([name]) => !ignored.requirements?.includes(name)),
    ),
  };
  if (!ignored.host) definition.host = route.host;
  // The condition may read parameters of the host, so it is ignored together with the host.
  if (!ignored.host && !ignored.condition && route.condition) definition.condition = route.condition;
  return new Route(definition);
}
