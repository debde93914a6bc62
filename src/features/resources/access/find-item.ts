import { andThen } from '../../../core/http/promises.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { EMPTY_SCOPE } from '../model/path-scope.ts';
import type { Identity } from '../stores/resource-store.ts';
import { functionInput, createStoreContext } from '../stores/store-context.ts';

/** The item of another resource, whoever may see it: null when there is none, undefined when nobody provides one. */
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
