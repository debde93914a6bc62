/** Routing: a path and a method find a route, and a route finds its URL. */
export { Route } from './route.ts';
export { RouteCollection } from './route-collection.ts';
export { UrlMatcher } from './url-matcher.ts';
export { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
export { TraceableUrlMatcher } from './traceable-url-matcher.ts';
export { UrlGenerator } from './url-generator.ts';
export { nearestRoutes } from './nearest-routes.ts';
export { pathShape, takesAnyPath } from './path-shape.ts';
export { comparablePath } from './path-decoding.ts';
export { wholeMatch } from './whole-match.ts';
export { relativePath } from './relative-path.ts';
export {
  InvalidParameterError,
  MethodNotAllowedError,
  MissingMandatoryParametersError,
  NoConfigurationError,
  ResourceNotFoundError,
  RouteDefinitionError,
  RouteNotFoundError,
} from './errors.ts';
export type { RouteDefinitionErrorCode } from './errors.ts';
export type { CompiledRoute } from './route-compiler.ts';
export type { RouteCondition, RouteDefinition, RouteOptions } from './route.ts';
export type { RequestContext, RouteMatch, RouteRedirect } from './request-context.ts';
export type { RouteCandidate, RouteOutline, RouteTrace } from './traceable-url-matcher.ts';
export type { UrlOptions } from './url-generator.ts';
export type { UrlContext, UrlReference } from './url-place.ts';
