import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Entries of the list of routes that are none; what is wrong with the others shows when the table is built. */
export function* wrongRoutes({ routes }: HostConfig): Generator<ConfigIssue> {
  if (routes === undefined) return;
  if (!Array.isArray(routes))
    return yield issue('ORIEL_CONFIG_ROUTES', 'routes', 'It is no list', 'routes: [route(…), …]');
  for (const [index, each] of routes.entries()) {
    const declared = each as { handle?: unknown; name?: unknown; at?: ConfigIssue['at'] } | null | undefined;
    if (typeof declared !== 'object' || declared === null || typeof declared.name !== 'string') {
      yield issue(
        'ORIEL_CONFIG_ROUTE',
        `routes[${index}]`,
        'It is no route',
        "Put what route(name, 'GET /path', { handle }) gives into the list",
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
