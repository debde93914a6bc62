import type { MaybePromise } from 'oriel-core/http';
import type { RequestView } from '../../../http/request-view.ts';

/**
 * The result of `api.tenant` for users that work with the rows of all tenants, such as administrators. A missing tenant is not
 * the same: without one, no rows are visible.
 *
 * @example
 * ```ts
 * import { ALL_TENANTS } from 'oriel-host';
 * const tenantOf = (user: { roles: string[]; tenant: string }) => (user.roles.includes('admin') ? ALL_TENANTS : user.tenant);
 * tenantOf({ roles: [], tenant: 'acme' }); // => 'acme'
 * ```
 */
export const ALL_TENANTS: unique symbol = Symbol.for('oriel.all-tenants');

/**
 * Returns the tenant of a request: its value, `ALL_TENANTS`, or nothing for a request without a tenant. It is called at most
 * once per request. Responses that depend on it are private.
 */
export type TenantFunction = (
  request: RequestView,
) => MaybePromise<string | number | typeof ALL_TENANTS | null | undefined>;

/** The tenant of requests, and the field of items that contains it. */
export interface TenantDefinition {
  /** The field of items that contains their tenant. A resource can have another one. */
  readonly field?: string;
  /** Returns the tenant of a request, `ALL_TENANTS`, or nothing for a request without a tenant. */
  readonly value: TenantFunction;
}

export const DEFAULT_TENANT_FIELD = 'tenant';
