import type { ItemState, ResourceName } from './item-tables.ts';

/** What a request has to do with an item in a given state: the status of its response, and the state of the item after it. */
export interface Outcome {
  readonly status: number | 'thrown';
  /** The state after a write that is performed; null after a delete. */
  readonly after?: ItemState | null;
}

/** A request, and the sequential specification of what it does. */
export interface PlannedRequest {
  /** The id of the request, which it writes into the items. */
  readonly id: string;
  readonly resource: ResourceName;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly items: readonly number[];
  /** Whether all items are written or none. */
  readonly isAtomic: boolean;
  readonly expect: (item: number, before: ItemState | null) => Outcome;
}

/** The item that a client has read last, with the entity tag of its state. */
export interface KnownItem {
  readonly state: ItemState;
  readonly tag: string;
}
