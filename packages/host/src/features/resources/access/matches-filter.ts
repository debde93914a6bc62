import type { FilterTree } from '../filters/filter-tree.ts';
import { fieldKindResolver } from '../model/resource-model.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { LinkedItems, linkedPaths } from './linked-items.ts';
import { matchFilter } from '../filters/match-filter.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import { findItemOf } from './find-item.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Returns whether an item matches a filter: a promise only if the filter goes through links. */
export function matchesFilter(
  item: Item,
  tree: FilterTree,
  run: OperationRun,
  resource: ResourceModel = run.operation.resource,
): MaybePromise<boolean> {
  const paths = linkedPaths({ where: tree, order: [] });
  if (paths.length === 0) return matchFilter(tree, fieldKindResolver(resource))(item);
  const linked = new LinkedItems(resource);
  return linked
    .load([item], paths, (to, id) => findItemOf(to, id, run))
    .then(() => matchFilter(tree, fieldKindResolver(resource), linked.valueAt, linked.linkedAt)(item));
}

/** Returns an item, or null if the read rules hide it from the user of a run. */
export function nullIfHidden(item: Item | null, run: OperationRun): MaybePromise<Item | null> {
  if (item === null || run.authorization.readFilter === undefined) return item;
  return andThen(matchesFilter(item, run.authorization.readFilter, run), (isMatch) => {
    if (!isMatch) run.authorization.isHidden = true;
    return isMatch ? item : null;
  });
}
