import { combineFilters } from '../declare/filters/where.ts';
import { EMPTY_SCOPE } from '../model/reach.ts';
import type { Item, Reach } from '../model/reach.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { addComputedFields } from '../source/compute-fields.ts';
import { findLinkedItem } from '../source/find-item.ts';
import { SourceContext } from '../source/source-context.ts';
import { canRead, determineReach } from './determine-reach.ts';
import { restrictedParents } from './restricted-reads.ts';

/**
 * Finds the items of a resource that the user of a call can read. A store is queried once for up to 500 of them;
 * `provide.get` is called once for each.
 *
 * @param ids the identifiers, as links hold them, by `idText`
 * @param descendants the resources whose paths contain these items
 * @returns the texts of the identifiers that lead to an item that the user can read
 */
export async function findReadableItems(
  to: ResourceModel,
  ids: ReadonlyMap<string, unknown>,
  call: OperationCall,
  descendants: readonly ResourceModel[] = [],
): Promise<ReadonlySet<string>> {
  const found = await visibleItems(to, ids, call);
  const readable = new Set(found.keys());
  // GET returns an item below others only if the user can read those.
  for (const { name, to: parent } of restrictedParents(to, descendants)) {
    const values = [...found.values()].map((item) => item?.[name]);
    const wanted = new Map(values.map((id) => [identifierKey(parent, id), id]));
    const parents = await findReadableItems(parent, wanted, call, [...descendants, to]);
    for (const [text, item] of found) if (!parents.has(identifierKey(parent, item?.[name]))) readable.delete(text);
  }
  return readable;
}

/** Finds the items of a resource that belong to the tenant of the request, whether or not the user can read them. */
export async function findTenantItems(
  to: ResourceModel,
  ids: ReadonlyMap<string, unknown>,
  call: OperationCall,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    [...ids].map(async ([text, id]) => ({ text, item: await findLinkedItem(to, id, call) })),
  );
  return new Set(found.filter(({ item }) => item).map(({ text }) => text));
}

/** Returns the identifier in a link as a key for maps. */
export function identifierKey({ identifier: { keys } }: ResourceModel, id: unknown): string {
  return keys.length === 1 ? String(id) : JSON.stringify(keys.map((key) => String((id as Item | null)?.[key])));
}

type Found = ReadonlyMap<string, Item | undefined>;

// The value is undefined for a resource that cannot provide single items.
async function visibleItems(to: ResourceModel, ids: ReadonlyMap<string, unknown>, call: OperationCall): Promise<Found> {
  const reach = await determineReach(to, call);
  if (reach === undefined || ids.size === 0) return new Map();
  const { tenant, rows, pending } = reach;
  const found = await findItems(to, ids, reach, call);
  const isVisible = async (item: Item | null | undefined): Promise<boolean> => {
    if (item === null) return false;
    if (item !== undefined) return canRead(item, to, call);
    return tenant === EMPTY_SCOPE && rows === undefined && pending.length === 0;
  };
  const visible = await Promise.all(found.map(async ([, item]) => isVisible(item)));
  return new Map(found.filter((_, index) => visible[index]) as [string, Item | undefined][]);
}

async function findItems(
  to: ResourceModel,
  ids: ReadonlyMap<string, unknown>,
  reach: Reach,
  call: OperationCall,
): Promise<(readonly [string, Item | null | undefined])[]> {
  if (ids.size === 1 || !canFindTogether(to))
    return Promise.all([...ids].map(async ([text, id]) => [text, await findLinkedItem(to, id, call)] as const));
  const [key] = to.identifier.keys;
  const values = [...ids.values()] as (string | number)[];
  const found: (readonly [string, Item])[] = [];
  for (let from = 0; from < values.length; from += BATCH_SIZE)
    for (const item of await findTogether(to, values.slice(from, from + BATCH_SIZE), reach, call))
      found.push([identifierKey(to, item[key!]), item]);
  return found;
}

const BATCH_SIZE = 500;

/** Returns whether items can be found with one query for all of them: in a store, by a single key. */
export function canFindTogether({ functions, identifier, store }: ResourceModel): boolean {
  return store !== undefined && !functions.has('get') && identifier.keys.length === 1;
}

/** Finds the items of a store with these keys that are in a reach. */
export async function findTogether(
  resource: ResourceModel,
  values: readonly (string | number)[],
  { rows, tenant }: Reach,
  call: OperationCall,
): Promise<readonly Item[]> {
  const { identifier, store } = resource;
  const key = identifier.keys[0]!;
  const where = combineFilters([{ op: 'in', field: key, values }, rows]);
  const order = [{ field: key, direction: 'asc' as const }];
  const request = { where, order, window: { by: 'all' as const }, count: false, fields: undefined };
  const { items } = await store!.list(request, new SourceContext(call, tenant));
  return addComputedFields(items, resource, call);
}
