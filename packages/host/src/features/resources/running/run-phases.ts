import type { FilterTree } from '../filters/filter-tree.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { EMPTY_SCOPE } from '../model/item.ts';
import type { Item } from '../model/item.ts';
import type { ListQuery, Page } from '../paging/list-request.ts';
import type { ListLinks } from '../paging/pagination.ts';
import type { ItemJson } from '../responses/item-digest.ts';
import type { Identity } from '../stores/resource-store.ts';
import type { IdempotencyClaim } from '../writing/idempotency-claim.ts';
import type { AnyRulePart } from '../../../http/access-rule.ts';
import type { ResponseBody } from 'oriel-core/http';

/** What a client sent: path, query, body and preconditions. */
export class OperationRequest {
  /** The query string of the URL, joined with the body of a QUERY request. */
  queryText: string;
  /** The names of parameters in the body of a QUERY request without a value. */
  emptyParameters: readonly string[] = NONE;
  /** The parsed query. */
  query: ListQuery | undefined = undefined;
  /** The identifier in the path. */
  id: Identity | undefined = undefined;
  /** The equalities of the tenant. */
  tenant: Item = EMPTY_SCOPE;
  /** The equalities that all rows of the request meet: those of the tenant and those of the path variables. */
  scope: Item = EMPTY_SCOPE;
  /** The parsed body, before validation. */
  body: BodyDocument | undefined = undefined;
  /** The validated body; of a patch, the validated item with the patch applied. */
  input: unknown = undefined;
  /** The links in the input that must lead to items that the user can read. */
  links: readonly BodyLink[] = NONE;
  /** The members that a patch changes. */
  changes: Item | undefined = undefined;
  /** Whether the request has preconditions, which are evaluated again immediately before a write. */
  isConditional = false;
  /** The claim on the Idempotency-Key of the request. */
  claim: IdempotencyClaim | undefined = undefined;

  constructor(queryText: string) {
    this.queryText = queryText;
  }
}

/** What was loaded before the operation changed anything. */
export class LoadedItems {
  /** The current item. Null when it does not exist and PUT may create it. */
  previous: Item | null | undefined = undefined;
  /** The page of a list. */
  page: Page<Item> | undefined = undefined;
  /** The filter that `provide.list` ignored. */
  ignoredFilter: IgnoredFilter | undefined = undefined;
  /** The id of the last hub update before the read, for live resources. */
  lastUpdateId: string | undefined = undefined;
}

/** The filter that a function of the application did not apply. */
export interface IgnoredFilter {
  /** How many items of the page do not match. */
  readonly items: number;
  readonly of: number;
  /** Where the conditions come from that they do not match. */
  readonly by: readonly ('path' | 'tenant' | 'where' | 'filter')[];
}

/** What the access rules of the operation decided. */
export class RunAuthorization {
  /** The decision; undefined when the operation has no rules. */
  access: RunAccess | undefined = undefined;
  /** The filter of the rows that the user may access; undefined when there is none. */
  readFilter: FilterTree | undefined = undefined;
  /** Whether the item exists but is outside those rows. */
  isHidden = false;
  /** What the user may read of linked resources, once determined. */
  readScopes: Map<ResourceModel, ReadScope> | undefined = undefined;
}

/** What a write did. */
export class WriteResult {
  /** The item after the write; undefined after a delete. */
  next: Item | undefined = undefined;
  /** Whether the write created the item. */
  isCreated = false;
}

/** What the response is made of. */
export class ResponseState {
  /** Links to the other pages of a list. */
  pageLinks: ListLinks | undefined = undefined;
  /** Whether the list is sent while it is read from the store. */
  isStreamed = false;
  /** The response of a request with an Idempotency-Key, which is stored in the transaction of the write. */
  prepared: OperationResponse | undefined = undefined;
  /** The item or page that `itemJson` or `listJson` was written from. Entity tag and body share the text. */
  jsonSource: object | undefined = undefined;
  listJson = '';
  itemJson: ItemJson | undefined = undefined;
}

const NONE: readonly never[] = Object.freeze([]);

/**
 * A parsed body: an item (`value`), several items (`values`), or a function that applies a patch to the item as the client
 * sees it. Links are IRIs, which the host converts to identifiers.
 */
export type BodyDocument =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | {
      readonly kind: 'patch';
      readonly patch: (document: unknown) => unknown;
      /** The members that a merge patch removes, also those that the document does not have. */
      readonly removed?: readonly string[];
    };

/** A link in a body that must lead to an item that the user can read. */
export interface BodyLink {
  readonly to: ResourceModel;
  readonly id: unknown;
  readonly pointer: string;
  /** Whether the item only has to belong to the tenant, whether or not the user can read it. */
  readonly isTenantOnly: boolean;
}

/** The state of the authorization of a run. */
export interface RunAccess {
  /** The parts of the rule that need the item or the body, which are not known yet. */
  pendingRules: readonly AnyRulePart[];
  /** The parts of read rules that need the item. */
  pendingReadRules: readonly AnyRulePart[];
  /** The rows that a writing operation may change; undefined for all. */
  writeFilter: FilterTree | undefined;
}

/** The items that a user can read of another resource, which a link, a filter or a path refers to. */
export interface ReadScope {
  /** Whether the user can read no items. */
  readonly none: boolean;
  /** The equalities of the tenant. */
  readonly tenant: Item;
  /** The rows that the access rules allow; undefined for all. */
  readonly where: FilterTree | undefined;
  /** Rules that need each item. */
  readonly parts: readonly AnyRulePart[];
}

/** The response of an operation, before listeners add headers. */
export interface OperationResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly contentType: string;
  readonly body: ResponseBody;
}
