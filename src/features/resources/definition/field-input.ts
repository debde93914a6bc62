import { NOT_KNOWN_YET } from '../../../core/http/access-input.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import { OperationInput } from './operation-input.ts';

/** What is said about a field is asked with: the request, and the item whose field it is. */
export class FieldInput<Item = unknown> extends OperationInput {
  readonly #item: Item | undefined;
  /** Did the rule look at an item where there is none yet? Then its answer depends on the item. */
  usedItem = false;

  /** @param item the item; undefined while it is asked of all of them */
  constructor(context: HttpContext, uri: Readonly<Record<string, unknown>>, item?: Item) {
    super(context, uri);
    this.#item = item;
  }

  /** The item whose field it is; null where it is about to be created. */
  get item(): Item {
    if (this.#item !== undefined) return this.#item;
    this.usedItem = true;
    throw NOT_KNOWN_YET;
  }
}
