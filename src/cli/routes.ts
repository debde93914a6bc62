import type { Assembly } from '../host/assembly.ts';
import { dataOf } from '../core/routes/route-table.ts';
import { defineCommand } from './command.ts';
import { count } from './count.ts';
import { shorten } from './load-error.ts';
import { assemblyOf, loadHost } from './load-host.ts';
import { print, printJson, style } from './print.ts';
import { columns } from './table.ts';

/** `oriel routes`: every route in the order in which they are tried. */
export const command = defineCommand({
  name: 'routes',
  summary: 'every route, in the order in which they are tried',
  usage: 'routes [file] [--json]',
  help: [['--json', 'for machines: a list of objects']],
  examples: ['oriel routes', 'oriel routes src/host.ts --json'],
  options: { json: { type: 'boolean' } },
  most: 1,
  run: async ({ json }, [file]) => {
    const routes = listRoutes(assemblyOf(await loadHost(file)));
    if (json) return printJson(routes);
    if (routes.length === 0)
      return print(
        "This host has no routes yet: defineHost({ routes: [route('hello', 'GET /', { handle: () => 'Hello' })] })",
      );
    return print(`${table(routes)}\n\n${count(routes.length, 'route')}`);
  },
});

export interface ListedRoute {
  readonly name: string;
  /** Empty for any method. */
  readonly methods: readonly string[];
  readonly path: string;
  readonly host: string | null;
  readonly schemes: readonly string[];
  readonly priority: number;
  readonly at: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** The routes of a host as plain data. */
export function listRoutes({ routes }: Pick<Assembly, 'routes'>): ListedRoute[] {
  return [...routes].map((route) => {
    const { name, methods, path, schemes, priority } = route;
    const at = dataOf(route).declaration.at;
    return {
      name,
      methods,
      path,
      host: route.host || null,
      schemes,
      priority,
      at: at ? { ...at, file: shorten(at.file) } : null,
    };
  });
}

// A column that would be empty for every route is left out.
function table(routes: readonly ListedRoute[]): string {
  const some = {
    host: routes.some(({ host, schemes }) => host !== null || schemes.length > 0),
    priority: routes.some(({ priority }) => priority !== 0),
  };
  const rows = routes.map((route) => [
    style('bold', route.name),
    route.methods.join('|') || 'ANY',
    ...(some.host
      ? [
          `${route.schemes.join('|')}${route.schemes.length > 0 ? '://' : ''}${route.host ?? (route.schemes.length > 0 ? '*' : '')}`,
        ]
      : []),
    route.path,
    ...(some.priority ? [String(route.priority)] : []),
    style('dim', route.at ? `${route.at.file}:${route.at.line}` : ''),
  ]);
  const heading = [
    'name',
    'methods',
    ...(some.host ? ['host'] : []),
    'path',
    ...(some.priority ? ['priority'] : []),
    'declared',
  ];
  return columns([heading.map((title) => style('dim', title)), ...rows]).join('\n');
}
