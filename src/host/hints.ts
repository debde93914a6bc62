import type { Hint } from '../errors/index.ts';
import { HttpError, MethodNotAllowedError } from '../http/index.ts';
import type { RequestContext } from '../kernel/index.ts';
import { nearestRoutes } from '../routing/index.ts';
import type { Route } from '../routing/index.ts';

/** What may help whoever sees this error: the nearest routes of a 404, the methods of a 405. */
export function hintsFor(routes: readonly Route[], context: RequestContext, error: unknown): readonly Hint[] {
  if (error instanceof MethodNotAllowedError) {
    return [{ text: `"${context.path}" answers to ${error.allow.join(', ')}` }];
  }
  if (!(error instanceof HttpError) || error.status !== 404 || context.route !== undefined) return [];
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
        text: `None of the ${routes.length} routes is near; oriel match "${context.method} ${context.path}" tells why each did not match`,
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
