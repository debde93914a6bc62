import { andThen } from 'oriel-core/http';
import type { FilterTree } from '../filters/filter-tree.ts';
import { linkedPaths } from './linked-items.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { combineFilters } from '../filters/where.ts';
import type { MaybePromise } from 'oriel-core/http';
import { restrictLinkConditions } from './read-scope.ts';
import { determineTenantScope } from './tenant-scope.ts';

/**
 * Adds the read rules to the filter of a list request, before a store or function receives it. Pages, counts, cursors and
 * links then cover visible rows only.
 */
export function restrictList(run: OperationRun): MaybePromise<void> {
  const { order, where } = run.request.query!.request!;
  const { readFilter } = run.authorization;
  const paths = linkedPaths({ where: combineFilters([readFilter, where]), order });
  if (readFilter === undefined && paths.length === 0) return undefined;
  return andThen(determineLinkedTenant(run, paths), () => addReadRules(run));
}

function addReadRules(run: OperationRun): MaybePromise<void> {
  const { request } = run.request.query!;
  const requested = request!.where;
  const paths = linkedPaths({ where: requested, order: NONE });
  const readable: MaybePromise<FilterTree | undefined> =
    paths.length === 0 ? requested : restrictLinkConditions(requested!, run);
  return andThen(readable, (where) => {
    const limited = combineFilters([run.authorization.readFilter, where]);
    if (limited !== requested) run.request.query = { ...run.request.query!, request: { ...request!, where: limited } };
  });
}

// The operation of a global resource determines the tenant when it first needs it. Stores need it for filters and orders.
function determineLinkedTenant({ operation, context }: OperationRun, paths: readonly string[]): MaybePromise<unknown> {
  for (const path of paths) {
    let { resource } = operation;
    for (const name of path.split('.').slice(0, -1)) {
      resource = resource.fieldByName.get(name)!.link!.to;
      if (resource.tenant !== undefined) return determineTenantScope(resource, context);
    }
  }
}

const NONE = [] as const;
