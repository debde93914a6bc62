import { settle } from '../model/later.ts';
import type { Later } from '../model/later.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { NO_SCOPE } from '../model/scope.ts';
import type { Identity } from '../stores/resource-store.ts';
import { functionInput, storeContext } from '../stores/store-context.ts';

/** The item of another resource, whoever may see it: null when there is none, undefined when nobody provides one. */
export function provideOther(
  resource: ResourceModel,
  id: unknown,
  run: OperationRun,
  fields?: readonly string[],
): Later<Item | null | undefined> {
  const get = resource.definition.provide?.get as ((input: object) => Later<unknown>) | undefined;
  if (get) {
    return settle(get(functionInput(run, { id })), (found) => (found ?? null) as Item | null);
  }
  const { keys } = resource.identifier;
  const identity = keys.length === 1 ? { [keys[0]!]: id } : (id as Identity);
  return resource.store?.get(identity, storeContext(run, NO_SCOPE), fields);
}
