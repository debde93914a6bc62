import { NotFoundError } from '../http/errors.ts';
import { notFoundMessage } from '../http/not-found-message.ts';
import { withoutStack } from '../http/without-stack.ts';
import type { RequestContext } from '../kernel/events.ts';
import { ResourceNotFoundError } from '../routing/errors.ts';

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
