import { createRequire } from 'node:module';
import type { Exchange } from '../server/exchange.ts';
import { isExpressRoute, isExpressWatched, findPath, getTemplate } from './express.ts';
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
  // Express removes the path of mounted routers, and the parameters, if no handler has answered. Frameworks that are built on
  // it may have another value there.
  const isMounted = baseUrl !== undefined && exchange.path.startsWith(baseUrl);
  exchange.setRoute(
    (isMounted ? baseUrl : '') + getTemplate(route.path) || '/',
    undefined,
    isMounted ? findPath(request) : undefined,
  );
  if (params !== undefined) exchange.params = { ...params };
  return true;
}

/** Describes why Express is not watched, unless a line of `known` does. */
export function explainUnwatchedExpress(known: readonly string[]): string | undefined {
  if (known.some((line) => /^(?:express|router) /.test(line))) return undefined;
  // All functions of `createRequire` have the same cache.
  const isLoaded = Object.keys(createRequire(process.execPath).cache).some((file) => EXPRESS_FILE.test(file));
  return isLoaded && !isExpressWatched() ? LOADED_BEFORE : BUNDLED;
}

const EXPRESS_FILE = /[\\/]node_modules[\\/](?:express\d*|router)[\\/](?:index|lib[\\/].*)\.js$/;
const MISSING = 'there are routes, but no handlers, middleware and errors';
const LOADED_BEFORE = `express is not watched, because it was loaded before the recorder: ${MISSING}. Load oriel/register first, as the first --import`;
const BUNDLED = `express is not watched, because a bundle contains it: ${MISSING}. Mark it as external in the bundler, such as --external:express`;
