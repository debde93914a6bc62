import type { MethodNotAllowedError, ResourceNotFoundError } from './errors.ts';
import { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
import type { RequestContext, RouteMatch, RouteRedirect } from './request-context.ts';
import type { RouteCollection } from './route-collection.ts';
import { explainMiss } from './explain-miss.ts';
import type { Route } from './route.ts';

/** One route, how near it came, and why it was not nearer. */
export interface RouteCandidate {
  readonly route: Route;
  readonly level: 'no' | 'almost' | 'yes';
  readonly reason: string;
}

/** What a request met on its way through the routes. */
export interface RouteTrace {
  /** Every route, in the order in which routes are tried. */
  readonly candidates: readonly RouteCandidate[];
  readonly result: RouteMatch | RouteRedirect | ResourceNotFoundError | MethodNotAllowedError;
}

/**
 * Tells for each route of a collection whether a request reached it, and if not, what was missing.
 *
 * All routes are listed. Behind the one that matched they are told apart from routes that failed: they were never asked.
 *
 * @example
 * const matcher = new TraceableUrlMatcher(new RouteCollection([{ name: 'a', path: '/a', methods: ['GET', 'HEAD'] }]));
 * matcher.trace({ method: 'POST', scheme: 'http', host: 'localhost', path: '/a', query: '' }).candidates[0]?.reason;
 * // 'Path almost matches, but Method "POST" does not match any of the required methods (GET, HEAD)'
 */
export class TraceableUrlMatcher {
  readonly #routes: RouteCollection;
  readonly #matcher: RedirectableUrlMatcher;

  constructor(routes: RouteCollection) {
    this.#routes = routes;
    this.#matcher = new RedirectableUrlMatcher(routes);
  }

  /** The same answer as that of the matcher inside. */
  match(context: RequestContext): RouteMatch | RouteRedirect {
    return this.#matcher.match(context);
  }

  trace(context: RequestContext): RouteTrace {
    const result = this.#matcher.find(context);
    const matched = 'redirect' in result || !('route' in result) ? undefined : result.route;
    let isReached = true;
    const candidates = [...this.#routes].map((route): RouteCandidate => {
      if (!isReached) return { route, level: 'no', reason: 'Not reached: an earlier route matched' };
      if (route !== matched) return { route, ...explainMiss(route, context) };
      isReached = false;
      return { route, level: 'yes', reason: 'Route matches!' };
    });
    return { candidates, result };
  }
}
