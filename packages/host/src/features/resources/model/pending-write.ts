import type { Identity } from '../declare/resource-store.ts';
import type { BodyDocument } from './format.ts';
import type { Item } from './item.ts';
import type { OperationCall } from './operation-call.ts';
import type { Reach } from './reach.ts';
import type { ResourceModel } from './resource-model.ts';

/** A call that may have a body, with what is known before the body is validated. */
export interface BodyRequest extends OperationCall {
  /** The identifier in the path. */
  readonly id: Identity | undefined;
  /** The current item. Null when it does not exist and PUT may create it. */
  readonly previous: Item | null | undefined;
  /** The parsed body, before validation. */
  readonly body: BodyDocument | undefined;
}

/** A call that writes an item, with what is known before the write. */
export interface PendingWrite extends BodyRequest {
  readonly reach: Reach;
  /** The equalities that all rows of the request meet: those of the tenant and those of the path variables. */
  readonly scope: Item;
  /** The validated body; of a patch, the validated item with the patch applied. */
  readonly input: unknown;
  /** The members that a patch changes. */
  readonly changes: Item | undefined;
  /** The links in the input that must lead to items that the user can read. */
  readonly links: readonly BodyLink[];
}

/** What the validation of a body determines. */
export type ValidatedInput = Pick<PendingWrite, 'input' | 'changes' | 'links'>;

/** A link in a body that must lead to an item that the user can read. */
export interface BodyLink {
  readonly to: ResourceModel;
  readonly id: unknown;
  readonly pointer: string;
  /** Whether the item only has to belong to the tenant, whether or not the user can read it. */
  readonly isTenantOnly: boolean;
}
