import type { ResourceModel } from '../../model/resource-model.ts';
import type { FilterTree } from '../../declare/filters/filter-tree.ts';
import { mapConditions } from '../../declare/filters/where.ts';

/**
 * Returns the filter with `some` for each condition on the items of a list of links, such as `labels.name`. A read rule of the
 * linked resource then applies to the same item as the condition.
 */
export function throughLists(tree: FilterTree, resource: ResourceModel): FilterTree {
  return mapConditions(tree, (condition) => {
    const list = firstList(condition.field, resource);
    if (list === undefined) return condition;
    const field = condition.field.slice(list.path.length + 1);
    return { op: 'some', field: list.path, of: throughLists({ ...condition, field }, list.to) };
  });
}

/** Returns the first list of links on a path, without its last step; undefined if there is none. */
export function firstList(
  path: string,
  resource: ResourceModel,
): { readonly path: string; readonly to: ResourceModel } | undefined {
  const steps = path.split('.').slice(0, -1);
  let from = resource;
  for (const [index, step] of steps.entries()) {
    const { to, many } = from.fieldByName.get(step)!.link!;
    if (many) return { path: steps.slice(0, index + 1).join('.'), to };
    from = to;
  }
  return undefined;
}
