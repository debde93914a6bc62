import { FastLookup } from './fast-lookup.ts';
import type { FastResult } from './fast-lookup.ts';
import type { RequestContext, RouteMatch } from './request-context.ts';
import type { RouteCollection } from './route-collection.ts';
import { RouteIndex } from './route-index.ts';
import type { RouteSearch } from './route-search.ts';
import { FullLookup } from './full-lookup.ts';

/** Two ways to a route over one index: a quick one for ordinary requests, and a thorough one that knows all the rules. */
export class RouteTable {
  readonly #quick: FastLookup;
  readonly #thorough: FullLookup;

  constructor(routes: RouteCollection) {
    const index = new RouteIndex(routes);
    this.#quick = new FastLookup(index);
    this.#thorough = new FullLookup(index);
  }

  /** Answers what needs no thought. To be asked first. */
  findFast(context: RequestContext): FastResult {
    return this.#quick.find(context.path, context.method);
  }

  /** Finds the first route for a path; what stood in its way is noted in `search`. */
  find(search: RouteSearch, rawPath: string): RouteMatch | undefined {
    return this.#thorough.find(search, rawPath);
  }
}
