import type { MethodNotAllowedError, ResourceNotFoundError } from './routing-errors.ts';
import { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
import type { RequestContext, RouteMatch, RouteRedirect, Route } from './route-definition.ts';
import type { RouteCollection } from './route-collection.ts';
import { PATH_MISMATCH, explainMismatch } from './explain-mismatch.ts';
import type { Mismatch } from './explain-mismatch.ts';
import { decodePath } from './request-path.ts';
import { getStaticPrefix } from './single-route-table.ts';

/** A route, whether it matched, and why not. */
export interface RouteCandidate {
  readonly route: Route;
  readonly level: 'no' | 'almost' | 'yes';
  readonly reason: string;
}

/** The result of matching a request, with the reason for each route. */
export interface RouteTrace {
  /** All routes in the order in which they are tried. */
  readonly candidates: readonly RouteCandidate[];
  readonly result: RouteMatch | RouteRedirect | ResourceNotFoundError | MethodNotAllowedError;
}

/**
 * Reports for each route whether it matches a request, and why not. Routes after the match are reported as not reached.
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
    this.#prefixes = this.#routes.map(getStaticPrefix);
    this.#matcher = new RedirectableUrlMatcher(routes);
  }

  trace(context: RequestContext): RouteTrace {
    const outline = this.outline(context);
    return { candidates: this.candidatesOf(outline), result: outline.result };
  }

  /** Returns the same as {@link trace} in short form: only routes that almost matched are listed. */
  outline(context: RequestContext): RouteOutline {
    const result = this.#matcher.find(context);
    const matched = 'redirect' in result || !('route' in result) ? undefined : result.route;
    const path = decodePath(context.path);
    const near: RouteMismatch[] = [];
    let index = 0;
    for (; index < this.#routes.length; index++) {
      const route = this.#routes[index]!;
      if (route === matched) break;
      if (path !== undefined && !path.startsWith(this.#prefixes[index]!)) continue;
      const miss = explainMismatch(route, context);
      if (miss.level === 'almost') near.push({ place: index, miss });
    }
    return { result, reached: index, near };
  }

  /** Returns the candidates of an outline. */
  candidatesOf({ reached, near }: RouteOutline): readonly RouteCandidate[] {
    const misses = new Map(near.map(({ place, miss }) => [place, miss]));
    return this.#routes.map((route, index): RouteCandidate => {
      if (index === reached) return { route, level: 'yes', reason: 'Route matches!' };
      if (index > reached) return { route, level: 'no', reason: 'Not reached: an earlier route matched' };
      return { route, ...(misses.get(index) ?? PATH_MISMATCH) };
    });
  }
}

/** The short form of a {@link RouteTrace}. */
export interface RouteOutline {
  readonly result: RouteTrace['result'];
  /** The index of the route that matched; the number of routes if none did. */
  readonly reached: number;
  /** The earlier routes that almost matched, in order. The paths of all others do not match. */
  readonly near: readonly RouteMismatch[];
}

export interface RouteMismatch {
  readonly place: number;
  readonly miss: Mismatch;
}
