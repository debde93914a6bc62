import type { HttpContext } from '../http/index.ts';
import { provideItem, storeContext } from './data-access.ts';
import { OperationRun } from './operation-run.ts';
import type { Item } from './operation-run.ts';
import type { Operation } from './operation.ts';
import type { ResourceModel } from './resource-model.ts';
import type { Identity } from './resource-store.ts';

/** Can items of a resource be fetched because others link to them? They can be where clients may get them one by one. */
export function isReachable(resource: ResourceModel): boolean {
  return getOf(resource) !== undefined && !resource.path.includes('{');
}

/**
 * Gives the items with these identifiers: a store is asked once for all of them, a function once for each, because it
 * may have its own opinion about who sees what. Those that are not there are left out.
 * @param run a run of `relatedRun` for the resource
 */
export async function provideRelated(run: OperationRun, ids: readonly Identity[]): Promise<Item[]> {
  const { resource } = run.operation;
  const { store, definition, identifier } = resource;
  const [key, ...more] = identifier.keys;
  if (definition.provide?.get === undefined && more.length === 0) {
    const values = ids.map((id) => id[key!] as string | number);
    const order = [{ field: key!, direction: 'asc' as const }];
    const where = { op: 'in' as const, field: key!, values };
    const request = { where, order, window: { by: 'all' as const }, count: false, fields: undefined };
    return [...(await store!.list(request, storeContext(run))).items];
  }
  const found = await Promise.all(
    ids.map(async (id) => {
      const one = relatedRun(resource, run.context);
      one.id = id;
      return provideItem(one);
    }),
  );
  return found.filter((item) => item !== null);
}

/** A run of the operation that gives one item of a linked resource, beside that of the request. */
export function relatedRun(resource: ResourceModel, context: HttpContext): OperationRun {
  return new OperationRun(getOf(resource)!, context, NOWHERE);
}

const NOWHERE = Object.freeze({});

function getOf({ operations }: ResourceModel): Operation | undefined {
  return operations.find(({ kind }) => kind === 'get');
}
