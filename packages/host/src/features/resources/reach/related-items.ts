import type { Identity } from '../declare/resource-store.ts';
import type { Item, Reach } from '../model/reach.ts';
import { isInScope } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { SourceContext } from '../source/source-context.ts';
import { canRead, determineReach } from './determine-reach.ts';
import { canFindTogether, findTogether } from './readable-items.ts';

/** Whether items of a resource can be included in responses: if clients can get a single item. */
export function canBeIncluded(resource: ResourceModel): boolean {
  return findGet(resource) !== undefined && !resource.path.includes('{');
}

/**
 * Loads the items with the given identifiers, without missing ones and those that the user may not read. A store is queried
 * once, a function of the resource is called for each item.
 * @param there a call of the operation that reads a single item of the resource
 * @param from the call of the request
 */
export async function findRelated(
  there: OperationCall,
  ids: readonly Identity[],
  from: OperationCall,
): Promise<Item[]> {
  const { resource } = there.operation;
  const reach = await determineReach(resource, from);
  if (reach === undefined) return [];
  const found = await findItems(there, ids, reach);
  const isRestricted = resource.readAccess !== undefined || resource.tenant !== undefined;
  if (!isRestricted) return [...found];
  const seen = await Promise.all(found.map(async (item) => canRead(item, resource, from)));
  return found.filter((_, index) => seen[index]);
}

async function findItems(there: OperationCall, ids: readonly Identity[], reach: Reach): Promise<readonly Item[]> {
  const { resource } = there.operation;
  const key = resource.identifier.keys[0]!;
  if (canFindTogether(resource)) {
    const values = ids.map((id) => id[key] as string | number);
    return findTogether(resource, values, reach, there);
  }
  const { tenant } = reach;
  const context = new SourceContext(there, tenant);
  const found = await Promise.all(ids.map(async (id) => resource.source.get!(id, context)));
  // A function may return the items of all tenants.
  return found.filter((item) => item != null && isInScope(item, tenant)) as Item[];
}

/** Returns the operation that reads a single item of a resource. */
export function findGet({ operations }: ResourceModel): Operation | undefined {
  return operations.find(({ kind }) => kind === 'get');
}
