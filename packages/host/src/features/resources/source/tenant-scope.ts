import type { HttpContext, MaybePromise } from 'oriel-core/http';
import { isPromise } from 'oriel-core/http';
import { RequestView } from '../../../http/request-view.ts';
import { ALL_TENANTS } from '../declare/tenant-definition.ts';
import { EMPTY_SCOPE } from '../model/reach.ts';
import type { Item } from '../model/reach.ts';
import type { ResourceModel, TenantModel } from '../model/resource-model.ts';

type TenantResource = Pick<ResourceModel, 'name' | 'tenant'>;

/**
 * Determines the tenant of a request, and returns the equalities that all rows of a resource meet that the request may reach.
 *
 * @returns no equalities for a global resource and for `ALL_TENANTS`; null if the request has no tenant and reaches no rows
 * @throws {TypeError} (or rejects) if `api.tenant` returned a value that cannot be a tenant
 */
export function determineTenantScope(resource: TenantResource, context: HttpContext): MaybePromise<Item | null> {
  if (resource.tenant === undefined) return EMPTY_SCOPE;
  const pending = determineTenant(context, resource.tenant);
  return isPromise(pending) ? pending.then(() => tenantScope(resource, context)) : tenantScope(resource, context);
}

/** Returns the same equalities as {@link determineTenantScope} once the tenant was determined; before that, null. */
export function tenantScope({ name, tenant }: TenantResource, { tenant: value }: HttpContext): Item | null {
  if (tenant === undefined || value === ALL_TENANTS) return EMPTY_SCOPE;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const { field, type } = tenant;
  if (typeof value === type) return { [field]: value };
  const found = `api.tenant returned ${JSON.stringify(value)}, a ${typeof value}`;
  throw new TypeError(`${found}, but "${field}" of "${name}" is a ${type}; convert it in api.tenant`);
}

function determineTenant(context: HttpContext, { value }: TenantModel): MaybePromise<unknown> {
  // A promise is stored as well, so that the function is called once.
  if (context.tenant !== undefined) return isPromise(context.tenant) ? context.tenant : undefined;
  // The tenant may come from a header or the host name as well.
  context.variesByUser = true;
  const found = value(new RequestView(context));
  if (!isPromise(found)) return setTenant(context, found);
  return (context.tenant = found.then((settled) => setTenant(context, settled)));
}

function setTenant(context: HttpContext, found: unknown): void {
  if (found === undefined || found === null || found === '') context.tenant = null;
  else if (found === ALL_TENANTS || typeof found === 'string' || Number.isFinite(found)) context.tenant = found;
  else
    throw new TypeError(
      `api.tenant returned ${typeof found === 'number' ? String(found) : `a value of type ${typeof found}`}; return a string, a number, ALL_TENANTS, or undefined for no tenant`,
    );
}
