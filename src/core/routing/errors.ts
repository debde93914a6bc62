/** The errors of the room. Misses are answers, not accidents: they carry no stack, because taking one costs more than the search. */

/** No route matches the path. */
export class ResourceNotFoundError extends Error {
  override readonly name: string = 'ResourceNotFoundError';
  readonly code: string = 'ORIEL_ROUTE_NOT_FOUND';

  constructor(path: string, options?: ErrorOptions) {
    super(`No routes found for "${path}".`, options);
  }
}

/** Nothing is configured for `/`: the host may greet instead of failing. */
export class NoConfigurationError extends ResourceNotFoundError {
  override readonly name = 'NoConfigurationError';
  override readonly code = 'ORIEL_ROUTE_NO_CONFIGURATION';

  constructor(options?: ErrorOptions) {
    super('/', options);
    this.message = '';
  }
}

/** The path exists, the method does not. */
export class MethodNotAllowedError extends Error {
  override readonly name = 'MethodNotAllowedError';
  readonly code = 'ORIEL_ROUTE_METHOD_NOT_ALLOWED';
  readonly allowedMethods: readonly string[];

  constructor(allowedMethods: readonly string[], message = '') {
    super(message);
    this.allowedMethods = allowedMethods;
  }
}

/** What can be wrong with a definition; a program may switch on it. */
export type RouteDefinitionErrorCode =
  | 'ORIEL_ROUTE_NAME'
  | 'ORIEL_ROUTE_DUPLICATE'
  | 'ORIEL_ROUTE_PATH'
  | 'ORIEL_ROUTE_HOST'
  | 'ORIEL_ROUTE_METHOD'
  | 'ORIEL_ROUTE_SCHEME'
  | 'ORIEL_ROUTE_REQUIREMENT'
  | 'ORIEL_ROUTE_NESTED_REPETITION';

/** A route that cannot be built. `route` is its name, so that a list of errors can be read beside the list of routes. */
export class RouteDefinitionError extends Error {
  override readonly name = 'RouteDefinitionError';
  readonly code: RouteDefinitionErrorCode;
  readonly route: string;

  constructor(code: RouteDefinitionErrorCode, route: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.route = route;
  }
}

/** A URL was asked for a name that no route has. */
export class RouteNotFoundError extends Error {
  override readonly name = 'RouteNotFoundError';
  readonly code = 'ORIEL_ROUTE_UNKNOWN_NAME';

  constructor(route: string) {
    super(`Unable to generate a URL for the named route "${route}" as such route does not exist.`);
  }
}

/** A URL needs parameters that were not given. */
export class MissingMandatoryParametersError extends Error {
  override readonly name = 'MissingMandatoryParametersError';
  readonly code = 'ORIEL_ROUTE_MISSING_PARAMETERS';
  readonly missing: readonly string[];

  constructor(route: string, missing: readonly string[]) {
    super(`Some mandatory parameters are missing ("${missing.join('", "')}") to generate a URL for route "${route}".`);
    this.missing = missing;
  }
}

/** A parameter given for a URL breaks its requirement. */
export class InvalidParameterError extends Error {
  override readonly name = 'InvalidParameterError';
  readonly code = 'ORIEL_ROUTE_INVALID_PARAMETER';
  readonly parameter: string;

  constructor(route: string, parameter: string, expected: string, given: string) {
    super(
      `Parameter "${parameter}" for route "${route}" must match "${expected}" ("${given}" given) to generate a corresponding URL.`,
    );
    this.parameter = parameter;
  }
}

/**
 * The errors of a search without success, built without a stack.
 *
 * A scanner asking for ten thousand unknown paths must not make the process take ten thousand stacks. The limit is put
 * back by hand: what is called in between cannot fail, and a closure with `finally` costs as much as the search.
 */
export function createNotFoundError(path: string): ResourceNotFoundError {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new ResourceNotFoundError(path);
  Error.stackTraceLimit = limit;
  return error;
}

/** Nothing is configured for `/`. */
export function createNoConfigurationError(): NoConfigurationError {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new NoConfigurationError();
  Error.stackTraceLimit = limit;
  return error;
}

/** The path waits for other methods, listed in the order in which their routes were declared. */
export function createMethodNotAllowedError(methods: readonly string[]): MethodNotAllowedError {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new MethodNotAllowedError(methods);
  Error.stackTraceLimit = limit;
  return error;
}
