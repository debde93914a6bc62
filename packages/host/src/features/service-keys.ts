import type { HttpContext, IncomingRequest } from 'oriel-core/http';
import type { Subscriber } from '../events/subscriber.ts';
import type { CatalogueFor } from '../listeners/error-listener.ts';
import type { RouteDeclaration } from '../routes/route.ts';
import type { OtlpStatus } from 'oriel/recorder';
import type { ApiSecurity } from './openapi-security.ts';
import type { HostHub } from './hub/host-hub.ts';
import type { ResourceRegistry } from './resources/build/resource-registry.ts';
import type { Concealment } from './security/concealment.ts';
import type { OperationGrants } from './security/access-listener.ts';
import type { LimitedOperation } from './rate-limit/limited-route.ts';

/** A response to a request that did not come from a server, with its context. */
export interface InProcessResponse {
  readonly context: HttpContext;
  readonly response: Response;
}

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

/** Returns the texts in the language of a request. */
export const CATALOGUE = new ServiceKey<CatalogueFor>('texts in the language of a request');

/** The access rules of operations, for the listener that checks all rules. */
export const OPERATION_GRANTS = new ServiceKey<OperationGrants>('access rules of operations');

/** Authentication and authorization as OpenAPI documents describe them. */
export const API_SECURITY = new ServiceKey<ApiSecurity>('security of OpenAPI documents');

/** Returns whether a rate limit counts an operation. API documents then describe its headers and 429. */
export const LIMITED_OPERATIONS = new ServiceKey<(operation: LimitedOperation) => boolean>('limited operations');

/** The routes of logins and logouts, which access rules do not cover. */
export const LOGIN_ROUTES = new ServiceKey<ReadonlySet<RouteDeclaration>>('login routes');

/** The listener that authenticates users; concealed routes run it early. */
export const FIREWALL = new ServiceKey<Subscriber>('firewall');

/** The profiles that are stored, wait or were dropped. */
export interface ProfilerStatus {
  readonly waiting: number;
  readonly written: number;
  readonly dropped: number;
  /** Requests that have no profile, because none could be created. */
  readonly unrecorded: number;
  /** The export to a collector of OpenTelemetry. */
  readonly otlp: OtlpStatus | undefined;
}

/** Returns the status of the profiler; undefined if the host has none. */
export const PROFILER_STATUS = new ServiceKey<() => ProfilerStatus | undefined>('status of the profiler');

/** The hub of the host. The host creates it once for all modes, so that they share subscribers. */
export const HOST_HUB = new ServiceKey<HostHub>('hub');

/** The resources and operations of the host. */
export const RESOURCES = new ServiceKey<ResourceRegistry>('resources');

/** Decides which routes a request may learn of; provided where a rule can hide routes. */
export const CONCEALMENT = new ServiceKey<Concealment>('concealment');

/** Handles a request of the host itself like one from a client: through the whole pipeline, with its own profile. */
export const IN_PROCESS = new ServiceKey<(incoming: IncomingRequest) => Promise<InProcessResponse>>(
  'in-process requests',
);
