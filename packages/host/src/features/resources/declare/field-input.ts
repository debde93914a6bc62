import { DECISION_POSTPONED } from '../../../http/access-input.ts';
import type { HttpContext } from 'oriel-core/http';
import { OperationInput } from './operation-input.ts';

/** The input of field rules: the request and the item with the field. */
export class FieldInput<Item = unknown> extends OperationInput {
  readonly #item: Item | undefined;
  /** Whether the rule read `item` without an item. Its result then depends on the item. */
  usedItem = false;

  /** @param item the item; undefined when the rule is evaluated for all items */
  constructor(context: HttpContext, uri: Readonly<Record<string, unknown>>, item?: Item) {
    super(context, uri);
    this.#item = item;
  }

  /** The item with the field; null if it is about to be created. */
  get item(): Item {
    if (this.#item !== undefined) return this.#item;
    this.usedItem = true;
    throw DECISION_POSTPONED;
  }
}

/** Returns whether a user may read or write a field. */
export type FieldPredicate = (input: FieldInput) => boolean;

/** The rule of a field as requests evaluate it. */
export type CompiledFieldRule = 'public' | 'never' | FieldPredicate;
