import type { MethodNotAllowedError, ResourceNotFoundError } from './errors.ts';
import { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
import type { RequestContext, RouteMatch, RouteRedirect } from './request-context.ts';
import type { RouteCollection } from './route-collection.ts';
import { PATH_MISMATCH, explainMismatch } from './explain-mismatch.ts';
import type { Mismatch } from './explain-mismatch.ts';
import { decodePath } from './request-path.ts';
import { staticPrefixOf } from './single-route-table.ts';
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
 * import { RouteCollection } from './route-collection.ts';
 * const matcher = new TraceableUrlMatcher(new RouteCollection([{ name: 'a', path: '/a', methods: ['GET', 'HEAD'] }]));
 * matcher.trace({ method: 'POST', scheme: 'http', host: 'localhost', path: '/a', query: '' }).candidates[0]?.reason;
 * // 'Path almost matches, but Method "POST" does not match any of the required methods (GET, HEAD)'
 */
export class TraceableUrlMatcher {
  readonly #routes: readonly Route[];
  readonly #prefixes: readonly string[];
  readonly #matcher: RedirectableUrlMatcher;

  constructor(routes: RouteCollection) {
    this.#routes = [...routes];
    this.#prefixes = this.#routes.map(staticPrefixOf);
    this.#matcher = new RedirectableUrlMatcher(routes);
  }

  /** The same answer as that of the matcher inside. */
  match(context: RequestContext): RouteMatch | RouteRedirect {
    return this.#matcher.match(context);
  }

  trace(context: RequestContext): RouteTrace {
    const outline = this.outline(context);
    return { candidates: this.candidatesOf(outline), result: outline.result };
  }

  /** All that is told by {@link trace}, with no word for the many routes of which there is nothing to tell. */
  outline(context: RequestContext): RouteOutline {
    const result = this.#matcher.find(context);
    const matched = 'redirect' in result || !('route' in result) ? undefined : result.route;
    const path = decodePath(context.path);
    const near: RouteMismatch[] = [];
    let place = 0;
    for (; place < this.#routes.length; place++) {
      const route = this.#routes[place]!;
      if (route === matched) break;
      if (path !== undefined && !path.startsWith(this.#prefixes[place]!)) continue;
      const miss = explainMismatch(route, context);
      if (miss.level === 'almost') near.push({ place, miss });
    }
    return { result, reached: place, near };
  }

  /** An outline in full: the same for all requests that have the same. */
  candidatesOf({ reached, near }: RouteOutline): readonly RouteCandidate[] {
    const misses = new Map(near.map(({ place, miss }) => [place, miss]));
    return this.#routes.map((route, place): RouteCandidate => {
      if (place === reached) return { route, level: 'yes', reason: 'Route matches!' };
      if (place > reached) return { route, level: 'no', reason: 'Not reached: an earlier route matched' };
      return { route, ...(misses.get(place) ?? PATH_MISMATCH) };
    });
  }
}

/** What a request met, in short. */
export interface RouteOutline {
  readonly result: RouteTrace['result'];
  /** The place of the route that matched; behind the last where none did. */
  readonly reached: number;
  /** The routes before it that came near, in their order. Of all others the path does not match. */
  readonly near: readonly RouteMismatch[];
}

export interface RouteMismatch {
  readonly place: number;
  readonly miss: Mismatch;
}
