import type { HttpContext } from 'oriel-core/http';
import { FieldInput } from '../declare/field-input.ts';
import type { ListQuery } from '../declare/list-request.ts';
import { evaluateFieldRule, findReadableFields } from './field-predicate.ts';
import type { ReadableFields } from './field-predicate.ts';
import type { Format, ListView, BodyDocument } from './format.ts';
import type { Inclusion } from './inclusion.ts';
import type { Item, Reach } from './reach.ts';
import type { Operation } from './operation.ts';
import type { ResourceModel } from './resource-model.ts';
import type { Identity } from '../declare/resource-store.ts';

/** A call of an operation: the request with its path variables, format, query and the fields that its user can read. */
export class OperationCall {
  readonly operation: Operation;
  readonly context: HttpContext;
  readonly uri: Readonly<Record<string, unknown>>;
  /** The negotiated format of the response. */
  format: Format;
  query: ListQuery | undefined = undefined;
  /** The links whose items the response includes; undefined if it includes none. Set by formats. */
  inclusion: Inclusion | undefined = undefined;
  /** The page that was written, with links to other pages. */
  view: ListView | undefined = undefined;
  /** The batches of a list that is sent while it is read. */
  batches: AsyncIterable<readonly Item[]> | undefined = undefined;
  /** The JSON of the item or the list that was written last. The entity tag and the body share it. */
  written: { readonly source: object; readonly text: string } | undefined = undefined;
  /** The filter that a function of the application ignored, for the profile. */
  ignoredFilter: IgnoredFilter | undefined = undefined;
  /** What the user can reach of other resources, once determined. */
  linkedReach: Map<ResourceModel, Reach | undefined> | undefined = undefined;
  #readableFields: ReadableFields | undefined = undefined;

  /** @param uri the values of the path variables. Default: those of the request */
  constructor(operation: Operation, context: HttpContext, uri: OperationCall['uri'] = context.params) {
    this.operation = operation;
    this.context = context;
    this.uri = uri;
    this.format = operation.formats[0]!;
  }

  /** Returns the input of field rules. @param item the item; omitted when a rule is evaluated for all items */
  fieldInput(item?: Item | null): FieldInput {
    return new FieldInput(this.context, this.uri, item);
  }

  /** The fields that the user can read, of some items at least. */
  get readableFields(): readonly string[] {
    const { resource } = this.operation;
    return resource.hasReadRules ? this.#determineReadable().readable : resource.publicFields;
  }

  /** The readable fields whose rules depend on the item. */
  get readableByItem(): readonly string[] {
    return this.operation.resource.hasReadRules ? this.#determineReadable().itemDependent : NONE;
  }

  /** Returns the fields of an item that the user cannot read because of a rule that depends on the item. */
  hiddenFields(item: Item): readonly string[] {
    const { readableByItem } = this;
    if (readableByItem.length === 0) return NONE;
    const input = this.fieldInput(item);
    const { fieldByName } = this.operation.resource;
    return readableByItem.filter((name) => evaluateFieldRule(fieldByName.get(name)!.read, () => input) !== true);
  }

  /** Returns the fields of an item that the user can read. */
  listReadableFields(item: Item): readonly string[] {
    const hidden = this.hiddenFields(item);
    return hidden.length === 0 ? this.readableFields : this.readableFields.filter((name) => !hidden.includes(name));
  }

  /** Returns the item without its hidden fields; the same object when no rule depends on the item. */
  visibleItem(item: Item): Item {
    const hidden = this.hiddenFields(item);
    if (hidden.length === 0) return item;
    return Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.includes(name)));
  }

  /** The fields in the response: the selected ones, or all readable ones. */
  get shownFields(): readonly string[] {
    return this.query?.fields ?? this.readableFields;
  }

  #determineReadable(): ReadableFields {
    return (this.#readableFields ??= findReadableFields(this.operation.resource.fields, () => this.fieldInput()));
  }
}

const NONE: readonly never[] = Object.freeze([]);

/** The filter that a function of the application did not apply. */
export interface IgnoredFilter {
  /** How many items of the page do not match. */
  readonly items: number;
  readonly of: number;
  /** Where the conditions come from that they do not match. */
  readonly by: readonly ('path' | 'tenant' | 'where' | 'filter')[];
}

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

export type ValidatedInput = Pick<PendingWrite, 'input' | 'changes' | 'links'>;

/** A link in a body that must lead to an item that the user can read. */
export interface BodyLink {
  readonly to: ResourceModel;
  readonly id: unknown;
  readonly pointer: string;
  /** Whether the item only has to belong to the tenant, whether or not the user can read it. */
  readonly isTenantOnly: boolean;
}
