import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { EMPTY_SCOPE } from '../model/item.ts';
import { createStoreContext } from '../stores/store-context.ts';
import { combineFilters } from '../filters/where.ts';
import { findItemOf } from './find-item.ts';
import { restrictedParents, canRead, readScopeOf } from './read-scope.ts';

/**
 * Finds the items of a resource that the user of a run can read. A store is queried once for up to 500 of them;
 * `provide.get` is called once for each.
 *
 * @param ids the identifiers, as links hold them, by `idText`
 * @param below the resources whose paths contain these items
 * @returns the texts of the identifiers that lead to an item that the user can read
 */
export async function findReadableItems(
  to: ResourceModel,
  ids: ReadonlyMap<string, unknown>,
  run: OperationRun,
  below: readonly ResourceModel[] = [],
): Promise<ReadonlySet<string>> {
  const found = await visibleItems(to, ids, run);
  const readable = new Set(found.keys());
  // GET returns an item below others only if the user can read those.
  for (const { name, to: parent } of restrictedParents(to, below)) {
    const values = [...found.values()].map((item) => item?.[name]);
    const wanted = new Map(values.map((id) => [identifierKey(parent, id), id]));
    const parents = await findReadableItems(parent, wanted, run, [...below, to]);
    for (const [text, item] of found) if (!parents.has(identifierKey(parent, item?.[name]))) readable.delete(text);
  }
  return readable;
}

/** Finds the items of a resource that belong to the tenant of the request, whether or not the user can read them. */
export async function findTenantItems(
  to: ResourceModel,
  ids: ReadonlyMap<string, unknown>,
  run: OperationRun,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all([...ids].map(async ([text, id]) => ({ text, item: await findItemOf(to, id, run) })));
  return new Set(found.filter(({ item }) => item).map(({ text }) => text));
}

/** Returns the identifier in a link as a key for maps. */
export function identifierKey({ identifier: { keys } }: ResourceModel, id: unknown): string {
  return keys.length === 1 ? String(id) : JSON.stringify(keys.map((key) => String((id as Item | null)?.[key])));
}

type Found = ReadonlyMap<string, Item | undefined>;

// The value is undefined for a resource that cannot provide single items.
async function visibleItems(to: ResourceModel, ids: ReadonlyMap<string, unknown>, run: OperationRun): Promise<Found> {
  const { none, tenant, where, parts } = await readScopeOf(to, run);
  if (none || ids.size === 0) return new Map();
  const found = await findItems(to, ids, run);
  const isVisible = async (item: Item | null | undefined): Promise<boolean> => {
    if (item === null) return false;
    if (item !== undefined) return canRead(item, to, run);
    return tenant === EMPTY_SCOPE && where === undefined && parts.length === 0;
  };
  const visible = await Promise.all(found.map(async ([, item]) => isVisible(item)));
  return new Map(found.filter((_, index) => visible[index]) as [string, Item | undefined][]);
}

async function findItems(
  to: ResourceModel,
  ids: ReadonlyMap<string, unknown>,
  run: OperationRun,
): Promise<(readonly [string, Item | null | undefined])[]> {
  const { definition, identifier, store } = to;
  const [key, ...more] = identifier.keys;
  if (ids.size === 1 || store === undefined || definition.provide?.get !== undefined || more.length > 0)
    return Promise.all([...ids].map(async ([text, id]) => [text, await findItemOf(to, id, run)] as const));
  const { tenant, where: visible } = await readScopeOf(to, run);
  const order = [{ field: key!, direction: 'asc' as const }];
  const values = [...ids.values()] as (string | number)[];
  const found: (readonly [string, Item])[] = [];
  for (let from = 0; from < values.length; from += BATCH_SIZE) {
    const where = combineFilters([{ op: 'in', field: key!, values: values.slice(from, from + BATCH_SIZE) }, visible]);
    const request = { where, order, window: { by: 'all' as const }, count: false, fields: undefined };
    const page = await store.list(request, createStoreContext(run, tenant));
    for (const item of page.items) found.push([identifierKey(to, item[key!]), item]);
  }
  return found;
}

const BATCH_SIZE = 500;
