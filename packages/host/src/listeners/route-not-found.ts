import { notFoundMessage } from './access-denied.ts';
import { NotFoundError, withoutStack } from 'oriel-core/http';
import type { RequestContext } from '../kernel/events.ts';
import { ResourceNotFoundError, MethodNotAllowedError } from '../routing/routing-errors.ts';
import type { RouteMatch, RouteRedirect } from '../routing/route-definition.ts';

/** Creates an error: with a stack in development, and without one in production, where it would cost more than the response. */
export type ErrorFactory = <E extends Error>(create: () => E) => E;

/** Returns a function that creates the errors of a host. @param stacks whether errors have a stack */
export function createErrorFactory(stacks: boolean): ErrorFactory {
  return stacks ? (create) => create() : withoutStack;
}

/** Returns the 404 for a path without a route. @param error the error of the router; if omitted, the path has a hidden route */
export function routeNotFound(
  context: RequestContext,
  create: ErrorFactory,
  error: ResourceNotFoundError = create(() => new ResourceNotFoundError(context.path)),
): NotFoundError {
  const cause = error.message === '' ? create(() => new ResourceNotFoundError(context.path, { cause: error })) : error;
  const message = notFoundMessage(context, context.headers.get('referer'));
  return create(() => new NotFoundError(message, { cause }));
}

/**
 * Returns the 404 for a path without a route, without a stack. The error of the router, its cause, is created on first read,
 * because creating errors is a large part of the cost of such a response.
 * @param path the path that the router tried last
 */
export function createUnroutedError(context: RequestContext, path: string): NotFoundError {
  const message = notFoundMessage(context, context.headers.get('referer'));
  return withoutStack(() => new UnroutedError(message, path));
}

class UnroutedError extends NotFoundError {
  // In logs it looks like any other 404.
  static override readonly name = 'NotFoundError';
  readonly #path: string;
  #cause: ResourceNotFoundError | undefined = undefined;

  constructor(message: string, path: string) {
    super(message);
    this.#path = path;
  }

  override get cause(): ResourceNotFoundError {
    return (this.#cause ??= withoutStack(() => new ResourceNotFoundError(this.#path)));
  }
}

/** Returns the 404 for a hidden route, and makes the request one whose path has no route. */
export function createConcealedError(context: RequestContext, create: ErrorFactory): NotFoundError {
  context.unroute();
  context.concealed = true;
  return routeNotFound(context, create);
}

/** The 405 message names the methods that routes declare, in their order; a referer is never added. */
export function methodNotAllowedMessage(
  request: { method: string; origin: string; path: string },
  declared: readonly string[],
): string {
  return `${notFoundMessage(request)}: Method Not Allowed (Allow: ${declared.join(', ')})`;
}

/** Explains in the profiler why a route was matched. */
export function matchReason({ method, path }: RequestContext, match: RouteMatch | RouteRedirect): string {
  const request = `${method} ${path}`;
  return 'redirect' in match
    ? `${request} matches "${match.route.path}" only with a redirect to ${match.redirect}`
    : `"${match.route.path}" is the first route that matches ${request}`;
}

/** Explains in the profiler why no route was matched. */
export function missReason({ method, path }: RequestContext, error: Error): string {
  if (error instanceof MethodNotAllowedError)
    return `"${path}" supports ${error.allowedMethods.join(', ')}, but not ${method}`;
  return error.message || `No routes found for "${path}".`;
}
