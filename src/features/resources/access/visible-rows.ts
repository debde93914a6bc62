import type { FilterTree } from '../filters/filter-tree.ts';
import { kindsOf } from '../model/kinds-of.ts';
import { settle } from '../model/later.ts';
import type { Later } from '../model/later.ts';
import { LinkedItems, linkedPaths } from './linked-items.ts';
import { matchFilter } from '../filters/match-filter.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { provideOther } from './provide-other.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Is an item one of the rows of a filter? Waits only for filters that look through links. */
export function meets(
  item: Item,
  tree: FilterTree,
  run: OperationRun,
  resource: ResourceModel = run.operation.resource,
): Later<boolean> {
  const paths = linkedPaths({ where: tree, order: [] });
  if (paths.length === 0) return matchFilter(tree, kindsOf(resource))(item);
  const linked = new LinkedItems(resource);
  return linked
    .load([item], paths, (to, id) => provideOther(to, id, run))
    .then(() => matchFilter(tree, kindsOf(resource), linked.valueAt)(item));
}

/** An item, or null where the rules of reading hide it from the reader of a run. */
export function unlessHidden(item: Item | null, run: OperationRun): Later<Item | null> {
  if (item === null || run.authorization.rows === undefined) return item;
  return settle(meets(item, run.authorization.rows, run), (within) => {
    if (!within) run.authorization.isHidden = true;
    return within ? item : null;
  });
}
