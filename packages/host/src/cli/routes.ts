import type { Assembly } from '../host/assembly.ts';
import { getData } from '../routes/route-table.ts';
import { defineCommand, alignColumns, count, print, printJson, style, shorten } from 'oriel-core/cli';
import { getAssembly, loadHost } from './load-host.ts';

/** `oriel-host routes`: lists the routes in the order they are matched. */
export const command = defineCommand({
  name: 'routes',
  summary: 'list the routes in the order they are matched',
  usage: 'routes [file] [--json]',
  help: [['--json', 'print JSON: a list of objects']],
  examples: ['oriel-host routes', 'oriel-host routes src/host.ts --json'],
  options: { json: { type: 'boolean' } },
  maxPositionals: 1,
  run: async ({ json }, [file]) => {
    const routes = listRoutes(getAssembly(await loadHost(file)));
    if (json) return printJson(routes);
    if (routes.length === 0)
      return print(
        "The host has no routes. Example: defineHost({ routes: [route('hello', 'GET /', { handle: () => 'Hello' })] })",
      );
    return print(`${renderTable(routes)}\n\n${count(routes.length, 'route')}`);
  },
});

/** Returns the routes of a host as plain data. */
export function listRoutes({ routes }: Pick<Assembly, 'routes'>) {
  return [...routes].map((route) => {
    const { name, methods, path, schemes, priority } = route;
    const location = getData(route).declaration.at;
    return {
      name,
      methods,
      path,
      host: route.host || null,
      schemes,
      priority,
      at: location ? { ...location, file: shorten(location.file) } : null,
    };
  });
}

type ListedRoute = ReturnType<typeof listRoutes>[number];

// Columns that would be empty for every route are omitted.
function renderTable(routes: readonly ListedRoute[]): string {
  const hasColumn = {
    host: routes.some(({ host, schemes }) => host !== null || schemes.length > 0),
    priority: routes.some(({ priority }) => priority !== 0),
  };
  const rows = routes.map((route) => [
    style('bold', route.name),
    route.methods.join('|') || 'ANY',
    ...(hasColumn.host
      ? [
          `${route.schemes.join('|')}${route.schemes.length > 0 ? '://' : ''}${route.host ?? (route.schemes.length > 0 ? '*' : '')}`,
        ]
      : []),
    route.path,
    ...(hasColumn.priority ? [String(route.priority)] : []),
    style('dim', route.at ? `${route.at.file}:${route.at.line}` : ''),
  ]);
  const heading = [
    'name',
    'methods',
    ...(hasColumn.host ? ['host'] : []),
    'path',
    ...(hasColumn.priority ? ['priority'] : []),
    'declared',
  ];
  return alignColumns([heading.map((title) => style('dim', title)), ...rows]).join('\n');
}
