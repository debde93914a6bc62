import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { isInScope } from '../model/item.ts';
import type { Identity } from '../stores/resource-store.ts';
import { functionInput, createStoreContext } from '../stores/store-context.ts';
import { determineTenantScope } from './tenant-scope.ts';

/**
 * Finds an item of another resource among the rows of the tenant, without checking whether the user can read it.
 *
 * @returns null if it does not exist, undefined if the resource provides no items
 */
export function findItemOf(
  resource: ResourceModel,
  id: unknown,
  run: OperationRun,
  fields?: readonly string[],
): MaybePromise<Item | null | undefined> {
  return andThen(determineTenantScope(resource, run.context), (scope) =>
    scope === null ? null : findInScope(resource, id, scope, run, fields),
  );
}

function findInScope(
  resource: ResourceModel,
  id: unknown,
  scope: Item,
  run: OperationRun,
  fields: readonly string[] | undefined,
): MaybePromise<Item | null | undefined> {
  const get = resource.definition.provide?.get as ((input: object) => MaybePromise<unknown>) | undefined;
  if (get) {
    return andThen(get(functionInput(run, { id, scope })), (found) =>
      ownedItem(found as Item | null | undefined, scope),
    );
  }
  const { keys } = resource.identifier;
  const identity = keys.length === 1 ? { [keys[0]!]: id } : (id as Identity);
  return resource.store?.get(identity, createStoreContext(run, scope), fields);
}

// A function may return the items of all tenants.
function ownedItem(item: Item | null | undefined, scope: Item): Item | null {
  return item !== null && item !== undefined && isInScope(item, scope) ? item : null;
}
