import { isPromise } from '../../http/index.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { NO_SCOPE } from '../model/scope.ts';
import { functionInput, storeContext } from '../stores/store-context.ts';

type Later<T> = T | PromiseLike<T>;

/** The item of another resource, whoever may see it: null when there is none, undefined when nobody provides one. */
export function provideOther(
  resource: ResourceModel,
  id: unknown,
  run: OperationRun,
  fields?: readonly string[],
): Later<Item | null | undefined> {
  const get = resource.definition.provide?.get as ((input: object) => Later<unknown>) | undefined;
  if (get) {
    const found = get(functionInput(run, { id }));
    return isPromise(found) ? found.then((item) => (item ?? null) as Item | null) : ((found ?? null) as Item | null);
  }
  const key = resource.identifier.keys[0]!;
  return resource.store?.get({ [key]: id }, storeContext(run, NO_SCOPE), fields);
}
