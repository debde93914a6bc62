import type { InferOutput, MaybePromise, StandardSchema } from 'oriel-core/http';
import type { OperationName } from './operation-definition.ts';
import type { ScopedInput, TransactionIn } from './resource-functions.ts';

/** The part of the input that all hooks receive. */
export interface HookInput extends ScopedInput {
  /** The name of the operation: `boats.create`. */
  readonly operation: string;
  /** The name of the resource. */
  readonly resource: string;
  /** The decoded path variables of the resource. */
  readonly uri: Readonly<Record<string, string>>;
  /** The output of the schema `query` of the operation. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The input of a hook that runs before the write. */
export interface BeforeInput<Previous, Next, Changes = undefined, Store = unknown> extends HookInput {
  readonly transaction: TransactionIn<Store>;
  /** The item before the write; null if it is about to be created. */
  readonly previous: Previous;
  /** The validated item to write, with default values and `scope`. A copy: return members to change it. */
  readonly next: Next;
  /** The members that a patch changes; undefined in other operations. */
  readonly changes: Changes;
  /** The validated body of a custom operation; undefined in other operations. */
  readonly body: unknown;
}

/** The input of a hook that runs after the write. */
export interface AfterInput<Previous, Next, Changes = undefined, Store = unknown> extends HookInput {
  readonly transaction: TransactionIn<Store>;
  /** The identifier of the item, several keys as an object; undefined if the operation has no item. */
  readonly id: unknown;
  /** The item before the write; null if it was created. */
  readonly previous: Previous;
  /** The stored item; null after a delete. */
  readonly next: Next;
  /** The members that a patch has changed; undefined in other operations. */
  readonly changes: Changes;
  /** The return value of a custom operation; undefined in other operations. */
  readonly result: unknown;
}

/** Functions around one write, which run in its transaction. An error of either refuses the write and rolls it back. */
export interface Hook<Before, After, Returned = void> {
  /** Runs before the write. Returns the members to change in `next`, if any. */
  readonly before?: (input: Before) => MaybePromise<Returned | void>;
  /** Runs after the write, before the commit. */
  readonly after?: (input: After) => MaybePromise<void>;
}

/** The hooks of a resource by operation. Those of `'*'` run for every operation that writes, before those of its name. */
export interface Hooks<Item, Create extends StandardSchema, Replace extends StandardSchema, Store = unknown> {
  readonly create?: Hook<
    BeforeInput<null, InferOutput<Create>, undefined, Store>,
    AfterInput<null, Item, undefined, Store>,
    Partial<Item>
  >;
  /** Also runs for PUT that creates an item; `previous` is then null. */
  readonly replace?: Hook<
    BeforeInput<Item | null, InferOutput<Replace>, undefined, Store>,
    AfterInput<Item | null, Item, undefined, Store>,
    Partial<Item>
  >;
  /** Also runs for each item of PATCH on the collection. */
  readonly patch?: Hook<
    BeforeInput<Item, InferOutput<Replace>, Partial<InferOutput<Replace>>, Store>,
    AfterInput<Item, Item, Partial<Item>, Store>,
    Partial<Item>
  >;
  readonly delete?: Hook<BeforeInput<Item, null, undefined, Store>, AfterInput<Item, null, undefined, Store>>;
  readonly '*'?: AnyHook<Item, Store>;
}

/** Hooks of custom operations by name. `next` is the item of its path, read again after the operation. */
export type CustomHooks<Item, Name extends string, Store = unknown> = {
  // While the names are inferred, the compiler also looks up those of the standard operations here.
  readonly [Key in Name]?: Key extends OperationName | '*'
    ? unknown
    : Hook<BeforeInput<Item | null, null, undefined, Store>, AfterInput<Item | null, Item | null, undefined, Store>>;
};

/** A hook of every operation that writes. */
export type AnyHook<Item, Store = unknown> = Hook<
  BeforeInput<Item | null, Partial<Item> | null, Partial<Item> | undefined, Store>,
  AfterInput<Item | null, Item | null, Partial<Item> | undefined, Store>,
  Partial<Item>
>;

/** The input of hooks of any resource that run after a write. */
export type ChangeInput = AfterInput<unknown, unknown, unknown>;

/** Hooks that any resource can have, such as those of `audit()`. */
export interface SharedHooks {
  readonly '*': {
    readonly before?: (input: Members<BeforeInput<unknown, unknown, unknown>>) => MaybePromise<void>;
    readonly after?: (input: Members<ChangeInput>) => MaybePromise<void>;
  };
}

// Hides type parameters, from which the compiler would infer an unknown store for all hooks of a resource.
type Members<Input> = Pick<Input, keyof Input>;
