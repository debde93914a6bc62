import type { Plan } from '../events/dispatcher.ts';
import { PAYLOAD_TYPES } from '../listeners/payload-listener.ts';
import { findMethodIssue } from '../configuration/method-issue.ts';
import { RouteCollection } from '../routing/route-collection.ts';
import type { Route, RouteDefinition } from '../routing/route-definition.ts';
import { findUnreachableRoutes } from '../routing/unreachable-routes.ts';
import type { RouteDefinitionError } from '../routing/routing-errors.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { RouteDeclaration } from './route.ts';

/** The data that the host attaches to each of its routes. */
export interface RouteData extends Pick<RouteDeclaration, 'params' | 'query' | 'body' | 'replies' | 'access'> {
  readonly controller: RouteDeclaration['handle'];
  /** The media types that its body may have, for `Accept-Post` and `Accept-Patch`. */
  readonly accepts: string | undefined;
  /** The maximum size of its body in bytes; undefined for the limit of the host. */
  readonly bodyLimit: number | undefined;
  readonly declaration: RouteDeclaration;
  /** The resource operation that the route belongs to. */
  readonly operation: RouteDeclaration['operation'];
  /** The listeners that apply to the route; created when all listeners are registered. */
  plan: Plan;
}

/** Returns the declared routes as a collection, with the issues of their declarations. */
export function buildRouteTable(declarations: readonly RouteDeclaration[]): {
  routes: RouteCollection;
  issues: ConfigIssue[];
} {
  const { routes, errors } = RouteCollection.from(declarations.map(toDefinition));
  return { routes, issues: errors.map((error) => toIssue(error, declarations)) };
}

/** Like {@link buildRouteTable}, and also returns issues of methods that do not exist and of routes that no request reaches. */
export function buildCheckedTable(declarations: readonly RouteDeclaration[]): ReturnType<typeof buildRouteTable> {
  const { routes, issues } = buildRouteTable(declarations);
  for (const { name, methods } of routes)
    for (const method of methods) {
      const issue = findMethodIssue(method);
      if (issue !== undefined) issues.push({ ...issue, ...locate(name, declarations), code: 'ORIEL_ROUTE_METHOD' });
    }
  for (const { name, compiled } of routes)
    if (compiled.pathPattern.maxLength < MIN_MAX_LENGTH)
      issues.push({
        ...locate(name, declarations),
        code: 'ORIEL_ROUTE_AMBIGUOUS',
        reason: `Its parameters can divide a path in too many ways: ${compiled.pathPattern.expression.source}`,
        fix: 'Exclude the next separator from each requirement: "[^/]+" instead of ".+"',
      });
  for (const { route, by } of findUnreachableRoutes(routes))
    issues.push({
      ...locate(route.name, declarations),
      code: 'ORIEL_ROUTE_UNREACHABLE',
      reason: `No request reaches it, because "${by.name}" (${by.path}) matches the same requests and comes first`,
      fix: `Remove one of them, or give "${by.name}" a lower priority: priority: -1`,
    });
  return { routes, issues };
}

/** The length that paths of a route with two ambiguous parameters can have, in characters. */
const MIN_MAX_LENGTH = 1_000;

/** Returns the data that the host attached to a route. */
export function getData(route: Route): RouteData {
  return route.data as RouteData;
}

function toDefinition(declaration: RouteDeclaration): RouteDefinition {
  const { name, path, methods, options, handle, params, query, body, replies, access, operation } = declaration;
  const types = operation ? [...operation.readers.keys()] : body ? PAYLOAD_TYPES : [];
  const accepts = types.length > 0 ? types.join(', ') : undefined;
  const data: RouteData = {
    controller: handle,
    params,
    query,
    body,
    replies,
    access,
    accepts,
    declaration,
    operation,
    bodyLimit: (operation ? operation.options : options).bodyLimit,
    plan: {},
  };
  return { name, path, methods, ...options, data };
}

// Routing errors have the format "issue; fix".
function toIssue(
  { code, route, message }: RouteDefinitionError,
  declarations: readonly RouteDeclaration[],
): ConfigIssue {
  const [reason, ...fix] = message.split('; ');
  return {
    ...locate(route, declarations),
    code,
    reason: reason!,
    fix: fix.join('; ') || 'Correct the declaration of the route',
  };
}

function locate(route: string, declarations: readonly RouteDeclaration[]): Pick<ConfigIssue, 'place' | 'at'> {
  const index = declarations.findLastIndex(({ name }) => name === route);
  return { place: `routes[${index}] "${route}"`, at: declarations[index]?.at };
}
