import type { FilterTree } from '../filters/filter-tree.ts';
import { filterOfValues } from '../filters/where.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { ResourceModel } from '../model/resource-model.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { EMPTY_SCOPE } from '../model/item.ts';
import type { Item } from '../model/item.ts';
import { restrictedParents, readScopeOf } from '../access/read-scope.ts';

/** The values that every row of a request has, by the `scope` of the store; undefined if the request is not limited. */
export function scopeValues({ store }: ResourceModel, run: OperationRun): Item | undefined {
  const values = store?.scope?.(run.context);
  for (const _ in values) return values;
  return undefined;
}

/** The same values as a filter. */
export function scopeFilter(resource: ResourceModel, run: OperationRun): FilterTree | undefined {
  const values = scopeValues(resource, run);
  // The store compares each value for equality, including lists, which `where()` treats as alternatives.
  return values && filterOfValues(values);
}

/**
 * The resources in the path of an item that not every user can read, and those in their paths: an item below them is readable
 * only if they are.
 */
export function restrictedAncestors(resource: ResourceModel, below: readonly ResourceModel[] = []): ResourceModel[] {
  const parents = restrictedParents(resource, below).map(({ to }) => to);
  const all = parents.flatMap((parent) => [parent, ...restrictedAncestors(parent, [...below, resource])]);
  return [...new Set(all)];
}

/** Which items of a parent resource the user can read. */
export type ParentAccess = 'all' | 'some' | 'none';

/**
 * The access to all parent resources together: the least of them.
 *
 * @param child the resource below them. If it has a tenant, so do the parents of its items, and the tenant limits no further
 */
export function parentAccess(
  parents: readonly ResourceModel[],
  child: ResourceModel,
  run: OperationRun,
  from = 0,
): MaybePromise<ParentAccess> {
  const parent = parents[from];
  if (parent === undefined) return 'all';
  return andThen(readScopeOf(parent, run), ({ none, tenant, where, parts }) => {
    if (none) return 'none';
    const isOfTenant = tenant !== EMPTY_SCOPE && child.tenant === undefined;
    const isLimited = isOfTenant || where !== undefined || parts.length > 0 || scopeValues(parent, run) !== undefined;
    return andThen(parentAccess(parents, child, run, from + 1), (others) =>
      others === 'none' ? 'none' : isLimited ? 'some' : others,
    );
  });
}
