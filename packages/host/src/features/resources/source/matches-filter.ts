import type { FilterTree } from '../declare/filters/filter-tree.ts';
import { fieldKindResolver } from '../model/resource-model.ts';
import type { MaybePromise } from 'oriel-core/http';
import { LinkedItems, linkedPaths } from './linked-items.ts';
import { matchFilter } from '../declare/filters/match-filter.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Item } from '../model/reach.ts';
import { findLinkedItem } from './find-item.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Returns whether an item matches a filter: a promise only if the filter goes through links. */
export function matchesFilter(
  item: Item,
  tree: FilterTree,
  call: OperationCall,
  resource: ResourceModel = call.operation.resource,
): MaybePromise<boolean> {
  const paths = linkedPaths({ where: tree, order: [] });
  if (paths.length === 0) return matchFilter(tree, fieldKindResolver(resource))(item);
  const linked = new LinkedItems(resource);
  return linked
    .load([item], paths, (to, id) => findLinkedItem(to, id, call))
    .then(() => matchFilter(tree, fieldKindResolver(resource), linked.valueAt, linked.linkedAt)(item));
}
