import type { FilterTree, OrderKey } from '../declare/filters/filter-tree.ts';
import { combineFilters, filterOfValues, throughLink } from '../declare/filters/where.ts';
import type { ListRequest } from '../declare/list-request.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Reach } from '../model/reach.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { getFields, linkedPaths } from '../source/linked-items.ts';
import { determineTenantScope } from '../source/tenant-scope.ts';
import { determineReach } from './determine-reach.ts';
import { limitsLinksItself } from './restricted-reads.ts';

/**
 * Returns a list request with the read rules in its filter, before a source receives it. Pages, counts, cursors and links then
 * cover visible rows only.
 */
export async function restrictList(request: ListRequest, { rows }: Reach, call: OperationCall): Promise<ListRequest> {
  const { order, where } = request;
  const paths = linkedPaths({ where: combineFilters([rows, where]), order });
  if (rows === undefined && paths.length === 0) return request;
  await determineLinkedTenant(call, paths);
  const isLinked = where !== undefined && linkedPaths({ where, order: NO_ORDER }).length > 0;
  const readable = isLinked ? await restrictLinkConditions(where, call) : where;
  const limited = combineFilters([rows, readable]);
  return limited === where ? request : { ...request, where: limited };
}

const NO_ORDER: readonly OrderKey[] = [];

// The operation of a global resource determines the tenant when it first needs it. Stores need it for filters and orders.
async function determineLinkedTenant({ operation, context }: OperationCall, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    let { resource } = operation;
    for (const name of path.split('.').slice(0, -1)) {
      resource = resource.fieldByName.get(name)!.link!.to;
      if (resource.tenant !== undefined) return void (await determineTenantScope(resource, context));
    }
  }
}

/**
 * Restricts the conditions of a filter on linked items to items that the user of the call can read. Other items would reveal
 * their values.
 */
export async function restrictLinkConditions(tree: FilterTree, call: OperationCall): Promise<FilterTree> {
  const { resource } = call.operation;
  const limitsLinks = limitsLinksItself(resource);
  const linked = [...resourcesIn(tree, resource)].filter(
    ({ readAccess, tenant }) => readAccess !== undefined || (tenant !== undefined && !limitsLinks),
  );
  const limits = new Map<ResourceModel, LinkLimit>();
  for (const model of linked) {
    const reach = await determineReach(model, call);
    // Rules that need each item cannot be part of a filter, so no item matches.
    if (reach === undefined || reach.pending.length > 0) limits.set(model, 'none');
    else limits.set(model, limitsLinks ? reach.rows : combineFilters([filterOfValues(reach.tenant), reach.rows]));
  }
  return linked.length === 0 ? tree : restrict(tree, resource, limits);
}

/** The rows of a linked resource that the user can read; undefined for all. */
type LinkLimit = FilterTree | 'none' | undefined;

// All resources that a filter reaches through links.
function resourcesIn(tree: FilterTree, resource: ResourceModel): Set<ResourceModel> {
  const paths = getFields(tree).map((path) => path.split('.').slice(0, -1));
  const found = new Set<ResourceModel>();
  for (const steps of paths) {
    let from = resource;
    for (const step of steps) found.add((from = from.fieldByName.get(step)!.link!.to));
  }
  return found;
}

type LinkLimits = ReadonlyMap<ResourceModel, LinkLimit>;

function restrict(tree: FilterTree, resource: ResourceModel, limits: LinkLimits): FilterTree {
  if (tree.op === 'not') return { op: 'not', of: restrict(tree.of, resource, limits) };
  if (tree.op === 'sql' || tree.op === 'search') return tree;
  if (!('field' in tree)) return { op: tree.op, of: tree.of.map((part) => restrict(part, resource, limits)) };
  const steps = tree.field.split('.');
  if (tree.op !== 'some') return withReadableLinks(tree, steps, resource, limits);
  let to = resource;
  for (const step of steps) to = to.fieldByName.get(step)!.link!.to;
  const of = onlyReadable(restrict(tree.of, to, limits), limits.get(to), (where) => where);
  return withReadableLinks({ ...tree, of }, steps, resource, limits);
}

// Adds the read rules of the items that the path of a condition goes through.
function withReadableLinks(
  condition: FilterTree,
  steps: readonly string[],
  resource: ResourceModel,
  limits: LinkLimits,
): FilterTree {
  let limited = condition;
  let from = resource;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    from = from.fieldByName.get(step)!.link!.to;
    const path = steps.slice(0, index + 1).join('.');
    limited = onlyReadable(limited, limits.get(from), (where) => throughLink(path, where));
  }
  return limited;
}

function onlyReadable(tree: FilterTree, limit: LinkLimit, toFilter: (where: FilterTree) => FilterTree): FilterTree {
  if (limit === undefined) return tree;
  return limit === 'none' ? NO_ROWS : combineFilters([tree, toFilter(limit)])!;
}

const NO_ROWS: FilterTree = Object.freeze({ op: 'or', of: [] });
