import type { Plan } from '../events/dispatcher.ts';
import { PAYLOAD_TYPES } from '../listeners/payload-listener.ts';
import { RouteCollection } from '../routing/route-collection.ts';
import type { Route, RouteDefinition } from '../routing/route.ts';
import type { RouteDefinitionError } from '../routing/errors.ts';
import type { ConfigIssue } from '../configuration/config-issue.ts';
import type { RouteDeclaration } from './route.ts';

/** What the host hangs on each of its routes. */
export interface RouteData {
  readonly controller: RouteDeclaration['handle'];
  readonly params: RouteDeclaration['params'];
  readonly query: RouteDeclaration['query'];
  readonly body: RouteDeclaration['body'];
  readonly replies: RouteDeclaration['replies'];
  /** Media types its body may have, for Accept-Post and Accept-Patch. */
  readonly accepts: string | undefined;
  /** Bytes that its body may have; undefined for the limit of the host. */
  readonly bodyLimit: number | undefined;
  /** Who may use it. */
  readonly access: RouteDeclaration['access'];
  readonly declaration: RouteDeclaration;
  /** The operation of a resource that it is for. */
  readonly operation: RouteDeclaration['operation'];
  /** The listeners that can matter to it; folded when the pipeline is complete. */
  plan: Plan;
}

/** The declared routes as a table, and everything that is wrong about them. */
export function buildRouteTable(declarations: readonly RouteDeclaration[]): {
  routes: RouteCollection;
  issues: ConfigIssue[];
} {
  const { routes, errors } = RouteCollection.from(declarations.map(toDefinition));
  return { routes, issues: errors.map((error) => toIssue(error, declarations)) };
}

/** What the host hung on a route. */
export function dataOf(route: Route): RouteData {
  return route.data as RouteData;
}

function toDefinition(declaration: RouteDeclaration): RouteDefinition {
  const { name, path, methods, options, handle, params, query, body, replies, access, operation } = declaration;
  const types = operation ? [...operation.readers.keys()] : body ? PAYLOAD_TYPES : [];
  const accepts = types.length > 0 ? types.join(', ') : undefined;
  const data: RouteData = {
    ...{ controller: handle, params, query, body, replies, access, accepts, declaration, operation },
    bodyLimit: (operation ? operation.options : options).bodyLimit,
    plan: {},
  };
  return { name, path, methods, ...options, data };
}

// The errors of routing read "what is wrong; what to do".
function toIssue(
  { code, route, message }: RouteDefinitionError,
  declarations: readonly RouteDeclaration[],
): ConfigIssue {
  const index = declarations.findLastIndex(({ name }) => name === route);
  const [reason, ...fix] = message.split('; ');
  return {
    code,
    place: `routes[${index}] "${route}"`,
    reason: reason!,
    fix: fix.join('; ') || 'Change the route so that it holds',
    at: declarations[index]?.at,
  };
}
