import type { HttpContext } from '../../../core/http/context.ts';
import type { OperationResponse } from '../responses/create-response.ts';
import type { BodyDocument } from '../bodies/body-reader.ts';
import type { BodyLink } from '../bodies/validate-links.ts';
import { FieldInput } from '../definition/field-input.ts';
import { fieldSight, hiddenFields, mayWrite } from '../access/field-sight.ts';
import type { FieldSight } from '../access/field-sight.ts';
import { changedMembers } from '../bodies/changed-members.ts';
import type { Format } from '../formats/format.ts';
import type { IdempotencyClaim } from '../writing/idempotency.ts';
import type { ListQuery } from '../paging/list-query.ts';
import type { Page } from '../paging/list-request.ts';
import type { ListLinks } from '../paging/pagination.ts';
import { OperationInput } from '../definition/operation-input.ts';
import type { Operation } from '../model/operation.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { RunAccess } from '../access/grant.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ItemJson } from '../responses/item-json.ts';
import type { Identity } from '../stores/resource-store.ts';
import { NO_SCOPE } from '../model/scope.ts';
import type { Sight } from '../access/sight.ts';

export type Item = Readonly<Record<string, unknown>>;

/** One request to an operation: what its listeners hand on to each other. It lives in `context.operation`. */
export class OperationRun {
  readonly operation: Operation;
  readonly context: HttpContext;
  /** The variables of the resource's path. */
  readonly uri: Readonly<Record<string, unknown>>;
  /** What the answer will be written in, and why. */
  format: Format;
  formatBecause = '';
  /** The query of the URL, and that of a body where a QUERY brought one. */
  queryText: string;
  /** The query, understood. */
  query: ListQuery | undefined = undefined;
  id: Identity | undefined = undefined;
  /** The fields to which the path gives their values: those of a sub-resource. */
  scope: Item = NO_SCOPE;
  /** The item as it was before a change; also what a GET found. Null when there is none and PUT may create it. */
  previous: Item | null | undefined = undefined;
  page: Page<Item> | undefined = undefined;
  /** The body, read but not yet validated. */
  body: BodyDocument | undefined = undefined;
  /** The body, or the patched item, as validation left it. */
  input: unknown = undefined;
  /** The links in the input that must lead to items that the user can read. */
  links: readonly BodyLink[] = NONE;
  /** What a patch changes. */
  changes: Readonly<Record<string, unknown>> | undefined = undefined;
  /** The item as it is after a change. */
  next: Item | undefined = undefined;
  /** The links of the page to its neighbours, once somebody has worked them out. */
  pageLinks: ListLinks | undefined = undefined;
  /** Does the request say what must be there, or must not? Then it is looked at again right before something is written. */
  isConditional = false;
  /** Is the list written as a whole, part after part, while it is read? */
  isStreamed = false;
  /** Its Idempotency-Key, when it has one. */
  claim: IdempotencyClaim | undefined = undefined;
  /** The answer, when it was written before it is its turn: together with the work. */
  response: OperationResponse | undefined = undefined;
  /** What was decided about who may do this, where the operation has rules. */
  access: RunAccess | undefined = undefined;
  /** The only rows that are there for this reader, where a rule says so. */
  rows: FilterTree | undefined = undefined;
  /** Is the item there, but not for this reader? */
  isHidden = false;
  /** What this reader sees of other resources, once it was asked. */
  sights: Map<ResourceModel, Sight> | undefined = undefined;
  /** The last update of the hub before anything was read, where the resource is live. */
  lastUpdateId: string | undefined = undefined;
  /** Was the item made by this request? */
  isCreated = false;
  /** What was written last, and of what: see `answers/written-once.ts`. */
  textOf: object | undefined = undefined;
  text = '';
  written: ItemJson | undefined = undefined;
  /** The fields this reader sees; worked out when first asked. */
  #sight: FieldSight | undefined = undefined;
  #functionInput: OperationInput | undefined = undefined;

  /** @param uri the variables of the resource's path, where they are not those of the request */
  constructor(operation: Operation, context: HttpContext, uri: OperationRun['uri'] = context.params) {
    this.operation = operation;
    this.context = context;
    this.uri = uri;
    this.queryText = context.query;
    this.format = operation.formats[0]!;
  }

  /** Takes what validation made of the input. */
  setInput(input: unknown): void {
    this.input = input;
    if (this.operation.kind !== 'patch') return;
    this.changes = changedMembers(input, this.previous!, this.operation.inputMembers ?? this.#reachable());
  }

  // The members of the item that the patch could take away, where the schema does not list them.
  #reachable(): readonly string[] {
    const hidden = this.hiddenFields(this.previous!);
    return this.readableFields.filter((name) => !hidden.includes(name) && mayWrite(name, this));
  }

  /** What the functions of the resource are called with. */
  get functionInput(): OperationInput {
    return (this.#functionInput ??= new OperationInput(this.context, this.uri));
  }

  /** What rules of fields are asked with. @param item whose field it is; left out, it is asked of all of them */
  fieldInput(item?: Item | null): FieldInput {
    return new FieldInput(this.context, this.uri, item);
  }

  /** The fields of the resource that this reader may see, of some items at least. */
  get readableFields(): readonly string[] {
    const { resource } = this.operation;
    if (!resource.guarded) return resource.visible;
    return (this.#sight ??= fieldSight(resource, this)).readable;
  }

  /** Those of them that this reader sees of some items and not of others. */
  get readableByItem(): readonly string[] {
    if (!this.operation.resource.guarded) return NONE;
    return (this.#sight ??= fieldSight(this.operation.resource, this)).byItem;
  }

  /** The fields of an item that this reader does not see, though they are there for others. */
  hiddenFields(item: Item): readonly string[] {
    const { readableByItem: byItem } = this;
    return byItem.length === 0 ? NONE : hiddenFields(item, byItem, this);
  }

  /** The item without what this reader does not see of it; itself where nothing depends on the item. */
  visibleItem(item: Item): Item {
    const hidden = this.hiddenFields(item);
    if (hidden.length === 0) return item;
    return Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.includes(name)));
  }

  /** The fields the answer shows: what was asked for, of what may be seen. */
  get shownFields(): readonly string[] {
    return this.query?.fields ?? this.readableFields;
  }
}

const NONE: readonly never[] = Object.freeze([]);

/** The run that a request carries. @throws {TypeError} when it is of no operation */
export function runOf(context: HttpContext): OperationRun {
  const run = context.operation;
  if (run instanceof OperationRun) return run;
  throw new TypeError(`${context.method} ${context.path} is no operation of a resource`);
}
