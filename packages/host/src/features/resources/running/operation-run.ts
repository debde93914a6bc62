import type { HttpContext } from 'oriel-core/http';
import { FieldInput } from '../definition/field-input.ts';
import { findHiddenFields, findReadableFields } from '../access/field-predicate.ts';
import type { ReadableFields } from '../access/field-predicate.ts';
import type { Format } from '../formats/format.ts';
import type { Operation } from '../model/operation.ts';
import { LoadedItems, OperationRequest, ResponseState, RunAuthorization, WriteResult } from './run-phases.ts';
import type { Item } from '../model/item.ts';

/**
 * The state of one request to an operation, by phase. Listeners read it from `context.operation` with `runOf`; each phase is
 * filled in by the listeners of that phase.
 */
export class OperationRun {
  readonly operation: Operation;
  readonly context: HttpContext;
  /** The values of the path variables. */
  readonly uri: Readonly<Record<string, unknown>>;
  /** The negotiated format of the response. */
  format: Format;
  /** Why the format was chosen, for the profile. */
  formatBecause = '';
  readonly request: OperationRequest;
  readonly read = new LoadedItems();
  readonly authorization = new RunAuthorization();
  readonly result = new WriteResult();
  readonly response = new ResponseState();
  /** The fields that the user can read, determined on first use. */
  #readableFields: ReadableFields | undefined = undefined;

  /** @param uri the values of the path variables. Default: those of the request */
  constructor(operation: Operation, context: HttpContext, uri: OperationRun['uri'] = context.params) {
    this.operation = operation;
    this.context = context;
    this.uri = uri;
    this.request = new OperationRequest(context.query);
    this.format = operation.formats[0]!;
  }

  /** Returns the input of field rules. @param item the item; omitted when a rule is evaluated for all items */
  fieldInput(item?: Item | null): FieldInput {
    return new FieldInput(this.context, this.uri, item);
  }

  /** The fields that the user can read, of some items at least. */
  get readableFields(): readonly string[] {
    const { resource } = this.operation;
    if (!resource.hasReadRules) return resource.publicFields;
    return (this.#readableFields ??= findReadableFields(resource.fields, () => this.fieldInput())).readable;
  }

  /** The readable fields whose rules depend on the item. */
  get readableByItem(): readonly string[] {
    const { resource } = this.operation;
    if (!resource.hasReadRules) return NONE;
    return (this.#readableFields ??= findReadableFields(resource.fields, () => this.fieldInput())).itemDependent;
  }

  /** Returns the fields of an item that the user cannot read because of a rule that depends on the item. */
  hiddenFields(item: Item): readonly string[] {
    const { readableByItem } = this;
    if (readableByItem.length === 0) return NONE;
    return findHiddenFields(readableByItem, this.operation.resource.fieldByName, this.fieldInput(item));
  }

  /** Returns the item without its hidden fields; the same object when no rule depends on the item. */
  visibleItem(item: Item): Item {
    const hidden = this.hiddenFields(item);
    if (hidden.length === 0) return item;
    return Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.includes(name)));
  }

  /** The fields in the response: the selected ones, or all readable ones. */
  get shownFields(): readonly string[] {
    return this.request.query?.fields ?? this.readableFields;
  }
}

const NONE: readonly never[] = Object.freeze([]);

/** Returns the run of a request. @throws {TypeError} if the request is not for an operation of a resource */
export function runOf(context: HttpContext): OperationRun {
  const run = context.operation;
  if (run instanceof OperationRun) return run;
  throw new TypeError(`${context.method} ${context.path} is not an operation of a resource`);
}
