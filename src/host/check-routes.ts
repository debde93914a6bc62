import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Reports entries of `routes` that are not routes; paths and names are checked when the route table is built. */
export function* validateRoutes({ routes }: HostConfig): Generator<ConfigIssue> {
  if (routes === undefined) return;
  if (!Array.isArray(routes))
    return yield issue('ORIEL_CONFIG_ROUTES', 'routes', 'It is not a list', 'routes: [route(…), …]');
  for (const [index, each] of routes.entries()) {
    const declared = each as { handle?: unknown; name?: unknown; at?: ConfigIssue['at'] } | null | undefined;
    if (typeof declared !== 'object' || declared === null || typeof declared.name !== 'string') {
      yield issue(
        'ORIEL_CONFIG_ROUTE',
        `routes[${index}]`,
        'It is not a route',
        "Add what route(name, 'GET /path', { handle }) returns",
      );
    } else if (typeof declared.handle !== 'function') {
      yield {
        ...issue(
          'ORIEL_ROUTE_HANDLE',
          `routes[${index}] "${declared.name}"`,
          `Its handle is ${typeof declared.handle}, not a function`,
          'handle: ({ params }) => …',
        ),
        at: declared.at,
      };
    }
  }
}
