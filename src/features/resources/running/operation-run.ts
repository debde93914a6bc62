import type { HttpContext } from '../../../core/http/context.ts';
import { FieldInput } from '../definition/field-input.ts';
import { findReadableFields, hiddenFields, canWriteField } from '../access/field-access.ts';
import type { ReadableFields } from '../access/field-access.ts';
import { changedMembers } from '../bodies/changed-members.ts';
import type { Format } from '../formats/format.ts';
import { OperationInput } from '../definition/operation-input.ts';
import type { Operation } from '../model/operation.ts';
import { LoadedItems, OperationRequest, ResponseState, RunAuthorization, WriteResult } from './run-phases.ts';
import type { Item } from './run-phases.ts';

export type { Item };

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
  #sight: ReadableFields | undefined = undefined;
  #functionInput: OperationInput | undefined = undefined;

  /** @param uri the values of the path variables. Default: those of the request */
  constructor(operation: Operation, context: HttpContext, uri: OperationRun['uri'] = context.params) {
    this.operation = operation;
    this.context = context;
    this.uri = uri;
    this.request = new OperationRequest(context.query);
    this.format = operation.formats[0]!;
  }

  /** Sets the validated input and, for a patch, the changed members. */
  setInput(input: unknown): void {
    const { previous } = this.read;
    this.request.input = input;
    if (this.operation.kind !== 'patch') return;
    this.request.changes = changedMembers(input, previous!, this.operation.inputMembers ?? this.#removableFields());
  }

  // The members that a patch can remove, for schemas that do not list their members.
  #removableFields(): readonly string[] {
    const hidden = this.hiddenFields(this.read.previous!);
    return this.readableFields.filter((name) => !hidden.includes(name) && canWriteField(name, this));
  }

  /** The input of the functions of the resource. */
  get functionInput(): OperationInput {
    return (this.#functionInput ??= new OperationInput(this.context, this.uri));
  }

  /** Returns the input of field rules. @param item the item; omitted when a rule is evaluated for all items */
  fieldInput(item?: Item | null): FieldInput {
    return new FieldInput(this.context, this.uri, item);
  }

  /** The fields that the user can read, of some items at least. */
  get readableFields(): readonly string[] {
    const { resource } = this.operation;
    if (!resource.hasReadRules) return resource.publicFields;
    return (this.#sight ??= findReadableFields(resource, this)).readable;
  }

  /** The readable fields whose rules depend on the item. */
  get readableByItem(): readonly string[] {
    if (!this.operation.resource.hasReadRules) return NONE;
    return (this.#sight ??= findReadableFields(this.operation.resource, this)).itemDependent;
  }

  /** Returns the fields of an item that the user cannot read because of a rule that depends on the item. */
  hiddenFields(item: Item): readonly string[] {
    const { readableByItem } = this;
    return readableByItem.length === 0 ? NONE : hiddenFields(item, readableByItem, this);
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
