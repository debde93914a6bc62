import { spreadable } from '../../../http/spreadable.ts';
import { OperationInput } from '../declare/operation-input.ts';
import type { Identity, StoreContext } from '../declare/resource-store.ts';
import type { Item } from '../model/item.ts';
import type { OperationCall } from '../model/operation-call.ts';
import { EVERYTHING } from '../model/reach.ts';
import type { Reach } from '../model/reach.ts';

/**
 * The context of a call of a source. Stores see the members of `StoreContext`. It is a class, because V8 creates a hidden class for
 * each object literal with a getter, and such hidden classes keep the request alive until the next full garbage collection.
 */
export class SourceContext implements StoreContext {
  readonly context: OperationCall['context'];
  readonly scope: Item;
  readonly json: readonly string[] | undefined;
  readonly fromBody = true;
  readonly lock: boolean | undefined;
  readonly #call: OperationCall;
  readonly #reach: Reach;

  constructor(
    call: OperationCall,
    scope: Item,
    reach: Reach = EVERYTHING,
    { json, lock }: Pick<StoreContext, 'json' | 'lock'> = NONE,
  ) {
    this.context = call.context;
    this.scope = scope;
    this.json = json;
    this.lock = lock;
    this.#call = call;
    this.#reach = reach;
  }

  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** What functions of the application need besides: the call, and what its user can reach. */
  static details(context: SourceContext): { readonly call: OperationCall; readonly reach: Reach } {
    return { call: context.#call, reach: context.#reach };
  }
}

const NONE = Object.freeze({});

/** The context of a write. */
export class WriteContext extends SourceContext {
  /** What a function of the application receives. */
  readonly write: WrittenItem;

  constructor(call: OperationCall, scope: Item, reach: Reach, write: WrittenItem) {
    super(call, scope, reach);
    this.write = write;
  }
}

/** The members of the input of a function in `process`. */
export interface WrittenItem {
  readonly previous: Item | null | undefined;
  /** The validated body, with the values that the tenant or an access rule requires; of a patch, the item after it. */
  readonly body: Item | undefined;
  readonly changes: Item | undefined;
}

/** Creates the input of a function of the application. */
export function functionInput(call: OperationCall, more: object): object {
  return spreadable(Object.assign(new OperationInput(call.context, call.uri), more));
}

/** Creates the input of `provide.get`. It is separate because it is called most often. */
export function itemInput(call: OperationCall, id: unknown, scope: Item, lock: boolean): object {
  const input = new OperationInput(call.context, call.uri) as OperationInput & {
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
