import type { RouteDeclaration } from '../../../routes/route.ts';
import { Route } from '../../../routing/route-definition.ts';
import type { DescribedEntry } from '../../openapi-security.ts';
import type { DescribedRoute } from '../model/host-description.ts';

/** Returns the routes of an application that documents describe: those with a method, unless they have `docs: false`. */
export function describedRoutes(
  routes: readonly RouteDeclaration[],
  entries: readonly DescribedEntry[] = [],
): DescribedRoute[] {
  const described = routes
    .filter(({ methods, options }) => methods.length > 0 && options.docs !== false)
    .map((declaration) => describe(declaration, undefined));
  return [...described, ...entries.map((entry) => describe(entry.route, entry))];
}

/** Returns the line that clients use: the method and the path, whose optional parameters end with a question mark. */
export function getLine({ methods, path, shorterPaths: { length } }: DescribedRoute): string {
  // Each shorter path has one parameter less at its end.
  const parts = path.split('/');
  const line = parts.map((part, index) => (index >= parts.length - length ? part.replace('}', '?}') : part));
  return `${methods[0]} ${line.join('/')}`;
}

function describe(declaration: RouteDeclaration, entry: DescribedEntry | undefined): DescribedRoute {
  const { name, path, methods, options } = declaration;
  const route = new Route({ name, path, methods, ...options });
  return {
    declaration,
    methods,
    path: route.path,
    requirements: route.requirements,
    entry,
    shorterPaths: shorterPaths(route),
  };
}

function shorterPaths({ path, defaults }: Route): string[] {
  const last = /\/\{!?(\w+)\}$/.exec(path);
  if (last === null || !Object.hasOwn(defaults, last[1]!) || last[0].includes('!')) return [];
  const shorter = path.slice(0, last.index) || '/';
  return [shorter, ...(shorter === '/' ? [] : shorterPaths({ path: shorter, defaults } as Route))];
}
