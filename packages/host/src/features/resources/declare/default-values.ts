import type { MaybePromise } from 'oriel-core/http';
import type { RequestMembers } from '../../../http/request-view.ts';

/** The input of a function that returns a default value. */
export interface DefaultInput extends RequestMembers {
  /** The item before the write; null if it is about to be created. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** The validated body. */
  readonly body: Readonly<Record<string, unknown>>;
}

type GetValue<Value> = (input: DefaultInput) => MaybePromise<Value>;

/** The value that the host sets in a field: when an item is created without it, or by the rules. */
export type DefaultValue<Value> = GetValue<Value> | DefaultRules<Value>;

export interface DefaultRules<Value> {
  /** Returns the value if an item is created without it. */
  readonly create?: GetValue<Value>;
  /** Returns the value for every write, also if the body has one. */
  readonly write?: GetValue<Value>;
}
