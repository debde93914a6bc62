import { spreadable } from '../../../http/spreadable.ts';
import { OperationInput } from '../definition/operation-input.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import type { Identity, StoreContext } from './resource-store.ts';

/** Creates the context of a call of a store. */
export function createStoreContext(run: OperationRun, scope: Item = run.request.scope): StoreContext {
  return new RunStoreContext(run, scope, undefined);
}

/**
 * The context of a call of a store. It is a class, because V8 creates a hidden class for each object literal with a getter, and
 * such hidden classes keep the request alive until the next full garbage collection.
 */
export class RunStoreContext implements StoreContext {
  readonly context: OperationRun['context'];
  readonly scope: Item;
  readonly json: readonly string[] | undefined;
  readonly fromBody = true;

  constructor({ context }: OperationRun, scope: Item, json: readonly string[] | undefined) {
    this.context = context;
    this.scope = scope;
    this.json = json;
  }

  get signal(): AbortSignal {
    return this.context.signal;
  }
}

/** Creates the input of a function of a resource. */
export function functionInput(run: OperationRun, more: object): object {
  return spreadable(Object.assign(new OperationInput(run.context, run.uri), more));
}

/** Creates the input of `provide.get`. It is separate because it is called most often. */
export function itemInput(run: OperationRun, id: unknown, scope: Item, lock: boolean): object {
  const input = new OperationInput(run.context, run.uri) as OperationInput & {
    id: unknown;
    scope: Item;
    lock: boolean;
  };
  input.id = id;
  input.scope = scope;
  input.lock = lock;
  return spreadable(input);
}

/** Returns the value of a single key, or an object of several keys. */
export function plainId(id: Identity): unknown {
  let only: unknown = undefined;
  let count = 0;
  for (const key in id) {
    if (++count > 1) return id;
    only = id[key];
  }
  return count === 1 ? only : id;
}
