import { MethodNotAllowedError, NoConfigurationError, ResourceNotFoundError } from './errors.ts';

/**
 * The errors of a search without success, built without a stack.
 *
 * A scanner asking for ten thousand unknown paths must not make the process take ten thousand stacks. The limit is put
 * back by hand: what is called in between cannot fail, and a closure with `finally` costs as much as the search.
 */
export function notFound(path: string): ResourceNotFoundError {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new ResourceNotFoundError(path);
  Error.stackTraceLimit = limit;
  return error;
}

/** Nothing is configured for `/`. */
export function notConfigured(): NoConfigurationError {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new NoConfigurationError();
  Error.stackTraceLimit = limit;
  return error;
}

/** The path waits for other methods, listed in the order in which their routes were declared. */
export function methodNotAllowed(methods: readonly string[]): MethodNotAllowedError {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new MethodNotAllowedError(methods);
  Error.stackTraceLimit = limit;
  return error;
}
