import type { Subscriber } from '../core/events/subscriber.ts';
import type { ErrorTextsFor } from '../core/listeners/error-listener.ts';
import type { RouteDeclaration } from '../core/routes/route.ts';
import type { ApiSecurity } from './openapi-security.ts';
import type { HostHub } from './hub/host-hub.ts';
import type { ResourceRegistry } from './resources/building/resource-registry.ts';
import type { Concealment } from './security/concealment.ts';
import type { OperationGrants } from './security/access-listener.ts';
import type { LimitedOperation } from './rate-limit/limited-route.ts';

/** The name of an object that one feature provides to others, with its type. */
export class ServiceKey<out T> {
  readonly name: string;
  declare readonly '~type'?: T;

  constructor(name: string) {
    this.name = name;
  }
}

/** Paths at which a feature answers preflight requests and sets CORS headers itself. */
export const OWN_CORS_PATHS = new ServiceKey<readonly string[]>('paths with their own CORS');

/** Translates the texts of problems into the language of a request. */
export const PROBLEM_TEXTS = new ServiceKey<ErrorTextsFor>('texts of problems');

/** The access rules of operations, for the listener that checks all rules. */
export const OPERATION_GRANTS = new ServiceKey<OperationGrants>('access rules of operations');

/** Authentication and authorization as OpenAPI documents describe them. */
export const API_SECURITY = new ServiceKey<ApiSecurity>('security of OpenAPI documents');

/** Is an operation counted by a rate limit? OpenAPI documents then describe the headers and 429. */
export const LIMITED_OPERATIONS = new ServiceKey<(operation: LimitedOperation) => boolean>('limited operations');

/** The routes of logins and logouts, which access rules do not cover. */
export const LOGIN_ROUTES = new ServiceKey<ReadonlySet<RouteDeclaration>>('login routes');

/** The listener that authenticates users; concealed routes run it early. */
export const FIREWALL = new ServiceKey<Subscriber>('firewall');

/** The hub of the host. The host creates it once for all modes, so that they share subscribers. */
export const HOST_HUB = new ServiceKey<HostHub>('hub');

/** The resources and operations of the host. */
export const RESOURCES = new ServiceKey<ResourceRegistry>('resources');

/** Decides which routes a request may learn of; provided where a rule can hide routes. */
export const CONCEALMENT = new ServiceKey<Concealment>('concealment');
