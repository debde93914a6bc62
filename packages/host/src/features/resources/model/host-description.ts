import type { RequestLimits } from '../../../http/request-limit.ts';
import type { RouteDeclaration } from '../../../routes/route.ts';
import type { ApiSecurity, DescribedEntry } from '../../openapi-security.ts';
import type { Operation } from './operation.ts';

/** What documents describe of a host besides its resources. */
export interface HostDescription {
  /** Authentication and authorization; omitted when the host has none. */
  readonly security?: ApiSecurity | undefined;
  /** Whether unknown query parameters are ignored instead of rejected. */
  readonly lenient?: boolean;
  /** Whether an operation has a rate limit, so that its responses have the rate limit headers. */
  readonly isRateLimited?: ((operation: CountedOperation) => boolean) | undefined;
  /** Returns whether developers can see the recorded requests of this host. */
  readonly isRecorded?: (() => boolean) | undefined;
  /** The routes of the application, and the logins and logouts. */
  readonly routes?: readonly DescribedRoute[] | undefined;
  /** Applies the changes of plugins. */
  readonly transform?: ((document: Record<string, unknown>) => Record<string, unknown>) | undefined;
}

type CountedOperation = Pick<Operation, 'name' | 'baseName'> & { readonly options: { readonly limit?: RequestLimits } };

/** A route as API documents describe it. */
export interface DescribedRoute {
  readonly declaration: RouteDeclaration;
  readonly methods: readonly string[];
  /** With plain variables: `/boats/{id}`. */
  readonly path: string;
  /** The paths without optional parameters at their end. */
  readonly shorterPaths: readonly string[];
  /** The regular expressions of variables. */
  readonly requirements: Readonly<Record<string, string>>;
  /** The description of a login or logout, which has no schemas. */
  readonly entry: DescribedEntry | undefined;
}
