import type { Exchange } from '../server/exchange.ts';
import { templateOf } from './express.ts';
import type { ExpressRequest } from './express.ts';

/**
 * Sets the route of a request whose handler was chosen by an Express that is not watched: one that a bundler copied into the
 * application, or that was loaded before the recorder. Express leaves the route on the request of Node.js, and no bundler
 * renames its members.
 *
 * @returns whether it was Express
 */
export function setUnwatchedRoute(exchange: Exchange): boolean {
  const request = exchange.message as ExpressRequest;
  if (exchange.framework !== undefined || request.route === undefined || !isExpressRoute(request.route)) return false;
  const { route, baseUrl, params } = request;
  exchange.setFramework('Express', request);
  // Express removes the path of mounted routers, and the parameters, if no handler has answered.
  if (baseUrl !== undefined) {
    exchange.setRoute(baseUrl + templateOf(route.path) || '/');
    exchange.params = { ...params };
  }
  return true;
}

/** What a developer reads about it. */
export const UNWATCHED_EXPRESS =
  'express is not watched, because a bundle contains it or it was loaded before the recorder: there are routes, but no handlers, middleware and errors. Mark it as external in the bundler, such as --external:express';

function isExpressRoute(route: unknown): boolean {
  if (typeof route !== 'object' || route === null) return false;
  const { path, stack, methods } = route as Record<string, unknown>;
  return path !== undefined && Array.isArray(stack) && typeof methods === 'object';
}
