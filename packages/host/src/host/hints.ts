import type { Hint } from 'oriel-core/errors';
import { HttpError, MethodNotAllowedError } from 'oriel-core/http';
import type { RequestContext } from '../kernel/events.ts';
import { nearestRoutes } from '../routing/nearest-routes.ts';
import type { Route } from '../routing/route-definition.ts';

/**
 * Returns what may help a developer who sees this error: the pages of the host for a 404 of `/`, the nearest routes of any
 * other 404, the methods of a 405.
 *
 * @param profiler whether the host has the pages of the profiler
 */
export function hintsFor(
  routes: readonly Route[],
  context: RequestContext,
  error: unknown,
  profiler = false,
): readonly Hint[] {
  if (error instanceof MethodNotAllowedError) {
    return [{ text: `"${context.path}" supports ${error.allow.join(', ')}` }];
  }
  if (!(error instanceof HttpError) || error.status !== 404 || context.route !== undefined) return [];
  const pages = context.path === '/' ? pageLinks(routes, context, profiler) : [];
  if (pages.length > 0 && routes.length > 0) return [{ text: 'No route matches "/"; these pages exist', links: pages }];
  if (routes.length === 0)
    return [
      {
        text: "This host has no routes yet: defineHost({ routes: [route('hello', 'GET /', { handle: () => 'Hello' })] })",
      },
    ];
  const near = nearestRoutes(routes, context.path);
  if (near.length === 0)
    return [
      {
        text: `No route is similar; oriel-host match "${context.method} ${context.path}" shows why each did not match`,
      },
    ];
  return [
    {
      text: near.length === 1 ? 'Nearest route' : 'Nearest routes',
      links: near.map((route) => ({
        label: `${route.methods.join('|') || 'ANY'} ${route.path}  ${route.name}`,
        href: route.path.includes('{') ? '' : context.origin + route.path,
      })),
    },
  ];
}

function pageLinks(
  routes: readonly Route[],
  { origin }: RequestContext,
  profiler: boolean,
): { label: string; href: string }[] {
  const docs = routes.find(({ name }) => name === 'api.docs');
  const paths = [
    ...(docs === undefined ? [] : [[docs.path, 'the documentation of the API']]),
    ...(profiler ? [['/_profiler/', 'the requests that were recorded']] : []),
  ] as const;
  return paths.map(([path, what]) => ({ label: `${path}  ${what}`, href: origin + path }));
}
