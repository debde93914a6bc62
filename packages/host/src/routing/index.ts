/** The public API of `oriel-host/routing`. @module */
export { Route } from './route-definition.ts';
export { RouteCollection } from './route-collection.ts';
export { UrlMatcher } from './url-matcher.ts';
export { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
export { UrlGenerator } from './url-generator.ts';
export {
  InvalidParameterError,
  MethodNotAllowedError,
  MissingMandatoryParametersError,
  NoConfigurationError,
  ResourceNotFoundError,
  RouteDefinitionError,
  RouteNotFoundError,
} from './routing-errors.ts';
export type { RequestContext, RouteMatch } from './route-definition.ts';
export type { UrlContext } from './url-reference.ts';
export type { RouteCondition, RouteDefinition, RouteOptions, RouteRedirect } from './route-definition.ts';
export type { CompiledRoute } from './route-compiler.ts';
export type { Found } from './redirectable-url-matcher.ts';
export type { UrlOptions } from './url-generator.ts';
