import { spreadable } from '../../../http/spreadable.ts';
import type { PublishItem } from '../declare/live-definition.ts';
import type { RowLock } from '../declare/transaction-options.ts';
import { OperationInput } from '../declare/field-input.ts';
import type { StoreContext } from '../declare/resource-store.ts';
import type { Item, Reach } from '../model/reach.ts';
import type { OperationCall } from '../model/operation-call.ts';
import { EVERYTHING } from '../model/reach.ts';
import { findResource, publishItem } from './publish-item.ts';

/**
 * The context of a call of a source. Stores see the members of `StoreContext`. It is a class, because V8 creates a hidden class for
 * each object literal with a getter, and such hidden classes keep the request alive until the next full garbage collection.
 */
export class SourceContext implements StoreContext {
  readonly context: OperationCall['context'];
  readonly scope: Item;
  readonly fromBody = true;
  readonly lock: boolean | undefined;
  readonly rowLock: RowLock | undefined;
  readonly #call: OperationCall;
  readonly #reach: Reach;

  constructor(call: OperationCall, scope: Item, reach: Reach = EVERYTHING, lock?: boolean) {
    this.context = call.context;
    this.scope = scope;
    this.lock = lock;
    this.rowLock = lock === true ? call.operation.transaction.lock : undefined;
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

/** The input of a function of the application. */
class FunctionInput extends OperationInput {
  readonly #call: OperationCall;

  constructor(call: OperationCall) {
    super(call.context, call.uri);
    this.#call = call;
  }

  get transaction(): unknown {
    return this.#call.operation.resource.store?.currentTransaction?.();
  }

  get publish(): PublishItem {
    const { operation, context, uri } = this.#call;
    return async (name, item, change = 'changed') => {
      const resource = findResource(operation.resource.siblings, name);
      return publishItem(resource, item as Item, change, context, resource === operation.resource ? uri : {});
    };
  }
}

/** Creates the input of a function of the application. */
export function functionInput(call: OperationCall, more: object): object {
  return spreadable(Object.assign(new FunctionInput(call), more));
}

/** Creates the input of `provide.get`. It is separate because it is called most often. */
export function itemInput(call: OperationCall, id: unknown, scope: Item, lock: boolean): object {
  const input = new FunctionInput(call) as FunctionInput & {
    id: unknown;
    scope: Item;
    lock: boolean;
    rowLock: RowLock | undefined;
  };
  input.id = id;
  input.scope = scope;
  input.lock = lock;
  input.rowLock = lock ? call.operation.transaction.lock : undefined;
  return spreadable(input);
}
