import { DECISION_POSTPONED } from '../../../http/access-input.ts';
import type { HttpContext } from 'oriel-core/http';
import type { RequestMembers } from '../../../http/request-view.ts';
import { RequestView } from '../../../http/request-view.ts';

/** The part of the input that all functions of a resource receive. Values are computed when they are read. */
export interface RequestInput extends RequestMembers {
  /** The output of the schema `query` of the operation. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The input with the path variables of the resource. */
export class OperationInput extends RequestView implements RequestInput {
  /** The decoded path variables of the resource. */
  readonly uri: Readonly<Record<string, string>>;

  constructor(context: HttpContext, uri: Readonly<Record<string, unknown>>) {
    super(context);
    this.uri = uri as Readonly<Record<string, string>>;
  }

  get query(): Readonly<Record<string, unknown>> {
    const call = this.context.operation as { readonly query?: { readonly declared: unknown } };
    return call.query?.declared ?? NOTHING;
  }
}

const NOTHING = Object.freeze({});

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
