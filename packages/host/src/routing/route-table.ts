import { FastLookup } from './fast-lookup.ts';
import type { FastResult } from './fast-lookup.ts';
import type { RequestContext, RouteMatch } from './route.ts';
import type { RouteCollection } from './route-collection.ts';
import { RouteIndex } from './route-index.ts';
import type { RouteSearch } from './route-search.ts';
import { FullLookup } from './full-lookup.ts';

/** Finds routes with two lookups over one index: a fast one for common requests, and a full one with all rules. */
export class RouteTable {
  readonly #fast: FastLookup;
  readonly #full: FullLookup;

  constructor(routes: RouteCollection) {
    const index = new RouteIndex(routes);
    this.#fast = new FastLookup(index);
    this.#full = new FullLookup(index);
  }

  /** Tries the fast lookup. Call it before `find`. */
  findFast(context: RequestContext): FastResult {
    return this.#fast.find(context.path, context.method);
  }

  /** Returns the first route for a path; records in `search` which methods and schemes would match. */
  find(search: RouteSearch, rawPath: string): RouteMatch | undefined {
    return this.#full.find(search, rawPath);
  }
}
