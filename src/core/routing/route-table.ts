import { QuickLookup } from './quick-lookup.ts';
import type { QuickAnswer } from './quick-lookup.ts';
import type { RequestContext, RouteMatch } from './request-context.ts';
import type { RouteCollection } from './route-collection.ts';
import { RouteIndex } from './route-index.ts';
import type { Search } from './search.ts';
import { ThoroughLookup } from './thorough-lookup.ts';

/** Two ways to a route over one index: a quick one for ordinary requests, and a thorough one that knows all the rules. */
export class RouteTable {
  readonly #quick: QuickLookup;
  readonly #thorough: ThoroughLookup;

  constructor(routes: RouteCollection) {
    const index = new RouteIndex(routes);
    this.#quick = new QuickLookup(index);
    this.#thorough = new ThoroughLookup(index);
  }

  /** Answers what needs no thought. To be asked first. */
  findQuickly(context: RequestContext): QuickAnswer {
    return this.#quick.find(context.path, context.method);
  }

  /** Finds the first route for a path; what stood in its way is noted in `search`. */
  find(search: Search, rawPath: string): RouteMatch | undefined {
    return this.#thorough.find(search, rawPath);
  }
}
