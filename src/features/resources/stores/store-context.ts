import { OperationInput } from '../definition/operation-input.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { Identity, StoreContext } from './resource-store.ts';

/** What a store is told of a request. */
export function createStoreContext(run: OperationRun, scope: Item = run.request.scope): StoreContext {
  return new RunStoreContext(run, scope, undefined);
}

/**
 * What a store is told. Of a class, because an object that is written with a getter gets a shape of its own each time.
 * Shapes are old from the start, so each would hold its request until the next collection of everything.
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

/** What a function of a resource is called with. */
export function functionInput(run: OperationRun, more: object): object {
  return Object.assign(new OperationInput(run.context, run.uri), more);
}

/** The same for functions that give an item, which are the most of all. */
export function itemInput(run: OperationRun, id: unknown): object {
  const input = new OperationInput(run.context, run.uri) as OperationInput & { id: unknown };
  input.id = id;
  return input;
}

/** One key is given as its own value, several as an object. */
export function plainId(id: Identity): unknown {
  let only: unknown = undefined;
  let count = 0;
  for (const key in id) {
    if (++count > 1) return id;
    only = id[key];
  }
  return count === 1 ? only : id;
}
