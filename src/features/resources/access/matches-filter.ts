import type { FilterTree } from '../filters/filter-tree.ts';
import { fieldKindResolver } from '../model/kinds-of.ts';
import { andThen } from '../../../core/http/promises.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import { LinkedItems, linkedPaths } from './linked-items.ts';
import { matchFilter } from '../filters/match-filter.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { findItemOf } from './find-item.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Is an item one of the rows of a filter? Waits only for filters that look through links. */
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
    .then(() => matchFilter(tree, fieldKindResolver(resource), linked.valueAt)(item));
}

/** An item, or null where the rules of reading hide it from the reader of a run. */
export function nullIfHidden(item: Item | null, run: OperationRun): MaybePromise<Item | null> {
  if (item === null || run.authorization.rows === undefined) return item;
  return andThen(matchesFilter(item, run.authorization.rows, run), (within) => {
    if (!within) run.authorization.isHidden = true;
    return within ? item : null;
  });
}
