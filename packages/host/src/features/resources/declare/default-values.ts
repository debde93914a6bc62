import type { MaybePromise } from 'oriel-core/http';
import type { RequestMembers } from '../../../http/request-view.ts';

/** The input of a function that returns a default value. */
export interface DefaultInput extends RequestMembers {
  /** The item before the write; null if it is about to be created. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** The validated body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The transaction of the store, as in other functions. */
  readonly transaction: unknown;
}

type GetValue<Value> = (input: DefaultInput) => MaybePromise<Value>;

/** The value that the host sets in a field: when an item is created without it, or with `write` in every write. */
export type DefaultValue<Value> = GetValue<Value> | { readonly write: GetValue<Value> };
