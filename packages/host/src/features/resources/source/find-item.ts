import type { MaybePromise } from 'oriel-core/http';
import { isInScope } from '../model/reach.ts';
import type { Item } from '../model/reach.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { SourceContext } from './source-context.ts';
import { determineTenantScope } from './tenant-scope.ts';

/**
 * Finds an item of another resource among the rows of the tenant, without checking whether the user can read it.
 *
 * @returns null if it does not exist, undefined if the resource provides no items
 */
export async function findLinkedItem(
  resource: ResourceModel,
  id: unknown,
  call: OperationCall,
  fields?: readonly string[],
): Promise<Item | null | undefined> {
  const scope = await determineTenantScope(resource, call.context);
  if (scope === null) return null;
  const { source, functions, identifier } = resource;
  const found = source.get?.(identifier.toKeys(id), new SourceContext(call, scope), fields);
  return functions.has('get') ? findOwn(found, scope) : found;
}

// A function may return the items of all tenants.
async function findOwn(found: MaybePromise<Item | null | undefined>, scope: Item): Promise<Item | null> {
  const item = await found;
  return item !== null && item !== undefined && isInScope(item, scope) ? item : null;
}
