import type { FilterTree } from '../resources/declare/filters/filter-tree.ts';
import { filterOfValues } from '../resources/declare/filters/where.ts';
import type { ResourceModel } from '../resources/model/resource-model.ts';
import type { OperationCall } from '../resources/model/operation-call.ts';
import { EMPTY_SCOPE } from '../resources/model/reach.ts';
import type { Item } from '../resources/model/reach.ts';
import { determineReach } from '../resources/reach/determine-reach.ts';
import { restrictedParents } from '../resources/reach/restricted-reads.ts';

/** The values that every row of a request has, by the `scope` of the store; undefined if the request is not limited. */
export function scopeValues({ store }: ResourceModel, call: OperationCall): Item | undefined {
  const values = store?.scope?.(call.context);
  for (const _ in values) return values;
  return undefined;
}

/** The same values as a filter. */
export function scopeFilter(resource: ResourceModel, call: OperationCall): FilterTree | undefined {
  const values = scopeValues(resource, call);
  // The store compares each value for equality, including lists, which `where()` treats as alternatives.
  return values && filterOfValues(values);
}

/**
 * The resources in the path of an item that not every user can read, and those in their paths: an item below them is readable
 * only if they are.
 */
export function restrictedAncestors(
  resource: ResourceModel,
  descendants: readonly ResourceModel[] = [],
): ResourceModel[] {
  const parents = restrictedParents(resource, descendants).map(({ to }) => to);
  const all = parents.flatMap((parent) => [parent, ...restrictedAncestors(parent, [...descendants, resource])]);
  return [...new Set(all)];
}

/** Which items of a parent resource the user can read. */
export type ParentAccess = 'all' | 'some' | 'none';

/**
 * The access to all parent resources together: the least of them.
 *
 * @param child the resource below them. If it has a tenant, so do the parents of its items, and the tenant limits no further
 */
export async function parentAccess(
  parents: readonly ResourceModel[],
  child: ResourceModel,
  call: OperationCall,
): Promise<ParentAccess> {
  let access: ParentAccess = 'all';
  for (const parent of parents) {
    const reach = await determineReach(parent, call);
    if (reach === undefined) return 'none';
    const isOfTenant = reach.tenant !== EMPTY_SCOPE && child.tenant === undefined;
    const isLimited = isOfTenant || reach.rows !== undefined || reach.pending.length > 0;
    if (isLimited || scopeValues(parent, call) !== undefined) access = 'some';
  }
  return access;
}
