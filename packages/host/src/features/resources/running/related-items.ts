import type { HttpContext } from 'oriel-core/http';
import { provideItem } from './provide-item.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import { OperationRun } from './operation-run.ts';
import type { Item } from '../model/item.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { Identity } from '../stores/resource-store.ts';
import { combineFilters } from '../filters/where.ts';
import { canRead, readScopeOf } from '../access/read-scope.ts';
import { createStoreContext } from '../stores/store-context.ts';

/** Whether items of a resource can be included in responses: if clients can get a single item. */
export function canBeIncluded(resource: ResourceModel): boolean {
  return getOf(resource) !== undefined && !resource.path.includes('{');
}

/**
 * Loads the items with the given identifiers, without missing ones and those that the user may not read. A store is queried
 * once, a function of the resource is called for each item.
 * @param run a run created by `relatedRun` for the resource
 * @param from the run of the request
 */
export async function provideRelated(run: OperationRun, ids: readonly Identity[], from: OperationRun): Promise<Item[]> {
  const { resource } = run.operation;
  if (resource.readAccess === undefined && resource.tenant === undefined) return findRelated(run, ids, undefined);
  const { none, tenant, where } = await readScopeOf(resource, from);
  if (none) return [];
  run.request.scope = tenant;
  const found = await findRelated(run, ids, where);
  const seen = await Promise.all(found.map(async (item) => canRead(item, resource, from)));
  return found.filter((_, index) => seen[index]);
}

async function findRelated(
  run: OperationRun,
  ids: readonly Identity[],
  visible: FilterTree | undefined,
): Promise<Item[]> {
  const { resource } = run.operation;
  const { store, definition, identifier } = resource;
  const [key, ...more] = identifier.keys;
  if (definition.provide?.get === undefined && more.length === 0) {
    const values = ids.map((id) => id[key!] as string | number);
    const order = [{ field: key!, direction: 'asc' as const }];
    const where = combineFilters([{ op: 'in', field: key!, values }, visible]);
    const request = { where, order, window: { by: 'all' as const }, count: false, fields: undefined };
    return [...(await store!.list(request, createStoreContext(run))).items];
  }
  const found = await Promise.all(
    ids.map(async (id) => {
      const one = relatedRun(resource, run.context);
      one.request.id = id;
      one.request.scope = run.request.scope;
      return provideItem(one);
    }),
  );
  return found.filter((item) => item != null);
}

/** Creates a run of the `get` operation of a linked resource. */
export function relatedRun(resource: ResourceModel, context: HttpContext): OperationRun {
  return new OperationRun(getOf(resource)!, context, NO_VARIABLES);
}

const NO_VARIABLES = Object.freeze({});

function getOf({ operations }: ResourceModel): Operation | undefined {
  return operations.find(({ kind }) => kind === 'get');
}
