/** No route matches the path. */
export class ResourceNotFoundError extends Error {
  override readonly name: string = 'ResourceNotFoundError';
  readonly code: string = 'ORIEL_ROUTE_NOT_FOUND';

  constructor(path: string, options?: ErrorOptions) {
    super(`No routes found for "${path}".`, options);
  }
}

/** No route exists for `/`; the host may show its welcome page. */
export class NoConfigurationError extends ResourceNotFoundError {
  override readonly name = 'NoConfigurationError';
  override readonly code = 'ORIEL_ROUTE_NO_CONFIGURATION';

  constructor(options?: ErrorOptions) {
    super('/', options);
    this.message = '';
  }
}

/** The path exists, but not for this method. */
export class MethodNotAllowedError extends Error {
  override readonly name = 'MethodNotAllowedError';
  readonly code = 'ORIEL_ROUTE_METHOD_NOT_ALLOWED';
  readonly allowedMethods: readonly string[];

  constructor(allowedMethods: readonly string[], message = '') {
    super(message);
    this.allowedMethods = allowedMethods;
  }
}

/** Identifies what is wrong with a route definition. */
export type RouteDefinitionErrorCode =
  | 'ORIEL_ROUTE_NAME'
  | 'ORIEL_ROUTE_DUPLICATE'
  | 'ORIEL_ROUTE_PATH'
  | 'ORIEL_ROUTE_HOST'
  | 'ORIEL_ROUTE_METHOD'
  | 'ORIEL_ROUTE_SCHEME'
  | 'ORIEL_ROUTE_REQUIREMENT'
  | 'ORIEL_ROUTE_NESTED_REPETITION';

/** An invalid route definition. `route` is the name of the route. */
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

/** No route has the name for which a URL was requested. */
export class RouteNotFoundError extends Error {
  override readonly name = 'RouteNotFoundError';
  readonly code = 'ORIEL_ROUTE_UNKNOWN_NAME';

  constructor(route: string) {
    super(`Unable to generate a URL for the named route "${route}" as such route does not exist.`);
  }
}

/** Mandatory parameters of a URL are missing. */
export class MissingMandatoryParametersError extends Error {
  override readonly name = 'MissingMandatoryParametersError';
  readonly code = 'ORIEL_ROUTE_MISSING_PARAMETERS';
  readonly missing: readonly string[];

  constructor(route: string, missing: readonly string[]) {
    super(`Some mandatory parameters are missing ("${missing.join('", "')}") to generate a URL for route "${route}".`);
    this.missing = missing;
  }
}

/** A URL parameter does not match its requirement. */
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
