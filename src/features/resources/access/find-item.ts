import { andThen } from '../../../core/http/promises.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { EMPTY_SCOPE } from '../model/path-scope.ts';
import type { Identity } from '../stores/resource-store.ts';
import { functionInput, createStoreContext } from '../stores/store-context.ts';

/**
 * Finds an item of another resource, without checking whether the user can read it.
 *
 * @returns null if it does not exist, undefined if the resource provides no items
 */
export function findItemOf(
  resource: ResourceModel,
  id: unknown,
  run: OperationRun,
  fields?: readonly string[],
): MaybePromise<Item | null | undefined> {
  const get = resource.definition.provide?.get as ((input: object) => MaybePromise<unknown>) | undefined;
  if (get) {
    return andThen(get(functionInput(run, { id })), (found) => (found ?? null) as Item | null);
  }
  const { keys } = resource.identifier;
  const identity = keys.length === 1 ? { [keys[0]!]: id } : (id as Identity);
  return resource.store?.get(identity, createStoreContext(run, EMPTY_SCOPE), fields);
}
