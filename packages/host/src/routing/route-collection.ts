import { RouteDefinitionError } from './routing-errors.ts';
import { Route } from './route-definition.ts';
import type { RouteDefinition } from './route-definition.ts';

/**
 * An immutable collection of routes in the order in which they are tried: by priority, then by declaration.
 *
 * @throws {RouteDefinitionError} for the first invalid definition
 * @example
 * const routes = new RouteCollection([
 *   { name: 'home', path: '/' },
 *   { name: 'post', path: '/posts/{id}', methods: ['GET'] },
 * ]);
 * routes.get('post')?.path; // '/posts/{id}'
 */
export class RouteCollection implements Iterable<Route> {
  readonly #routes: readonly Route[];
  readonly #names: ReadonlyMap<string, Route>;

  constructor(definitions: Iterable<RouteDefinition | Route> = []) {
    const { routes, errors } = build(definitions);
    if (errors[0]) throw errors[0];
    this.#routes = routes;
    this.#names = new Map(routes.map((route) => [route.name, route]));
  }

  /**
   * Creates a collection of the valid definitions, and returns the errors of all others.
   *
   * @example
   * const { routes, errors } = RouteCollection.from([{ name: 'a', path: '/{1}' }, { name: 'b', path: '/b' }]);
   * routes.size; // 1
   * errors[0]?.code; // 'ORIEL_ROUTE_PATH'
   */
  static from(definitions: Iterable<RouteDefinition | Route>): {
    routes: RouteCollection;
    errors: RouteDefinitionError[];
  } {
    const { routes, errors } = build(definitions);
    return { routes: new RouteCollection(routes), errors };
  }

  get size(): number {
    return this.#routes.length;
  }

  get(name: string): Route | undefined {
    return this.#names.get(name);
  }

  [Symbol.iterator](): Iterator<Route> {
    return this.#routes[Symbol.iterator]();
  }
}

function build(definitions: Iterable<RouteDefinition | Route>): { routes: Route[]; errors: RouteDefinitionError[] } {
  const routes: Route[] = [];
  const errors: RouteDefinitionError[] = [];
  const names = new Set<string>();
  for (const definition of definitions) {
    try {
      const route = definition instanceof Route ? definition : new Route(definition);
      validateUnique(route, names);
      routes.push(route);
    } catch (error) {
      if (!(error instanceof RouteDefinitionError)) throw error;
      errors.push(error);
    }
  }
  // Sorting is stable, so routes with equal priority stay in order.
  routes.sort((one, other) => other.priority - one.priority);
  return { routes, errors };
}

function validateUnique({ name, path }: Route, names: Set<string>): void {
  if (names.has(name)) {
    const message = `The route name "${name}" is used twice, the second time for "${path}"; rename one of the routes`;
    throw new RouteDefinitionError('ORIEL_ROUTE_DUPLICATE', name, message);
  }
  names.add(name);
}
