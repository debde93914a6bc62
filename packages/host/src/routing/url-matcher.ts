import { withoutStack } from 'oriel-core/http';
import { MethodNotAllowedError, NoConfigurationError, ResourceNotFoundError } from './routing-errors.ts';
import type { RequestContext, RouteMatch } from './route-definition.ts';
import type { RouteCollection } from './route-collection.ts';
import { RouteTable } from './route-table.ts';
import { RouteSearch } from './route-search.ts';

/**
 * Finds the route of a request, without redirects.
 *
 * @throws {MethodNotAllowedError} if the path exists for other methods
 * @throws {ResourceNotFoundError} if no route matches; for `/` a `NoConfigurationError`
 * @example
 * import { RouteCollection } from './route-collection.ts';
 * const matcher = new UrlMatcher(new RouteCollection([{ name: 'post', path: '/posts/{id<\\d+>}' }]));
 * matcher.match({ method: 'GET', scheme: 'http', host: 'localhost', path: '/posts/7', query: '' }).params; // { id: '7' }
 */
export class UrlMatcher {
  readonly #table: RouteTable;

  constructor(routes: RouteCollection) {
    this.#table = new RouteTable(routes);
  }

  match(context: RequestContext): RouteMatch {
    const search = new RouteSearch(context, false);
    const found = this.#table.find(search, context.path);
    if (found) return found;
    if (search.methods.length > 0) throw withoutStack(() => new MethodNotAllowedError(search.methods));
    throw withoutStack(() =>
      search.isUnconfigured ? new NoConfigurationError() : new ResourceNotFoundError(context.path),
    );
  }
}
