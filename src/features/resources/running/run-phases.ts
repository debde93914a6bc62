import type { RunAccess } from '../access/authorize.ts';
import type { ReadScope } from '../access/read-scope.ts';
import type { BodyDocument } from '../bodies/body-reader.ts';
import type { BodyLink } from '../bodies/validate-links.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { EMPTY_SCOPE } from '../model/path-scope.ts';
import type { ListQuery } from '../paging/list-query.ts';
import type { Page } from '../paging/list-request.ts';
import type { ListLinks } from '../paging/pagination.ts';
import type { OperationResponse } from '../responses/create-response.ts';
import type { ItemJson } from '../responses/item-json.ts';
import type { Identity } from '../stores/resource-store.ts';
import type { IdempotencyClaim } from '../writing/idempotency.ts';

/** An item as the application knows it. */
export type Item = Readonly<Record<string, unknown>>;

/** What a client sent: path, query, body and preconditions. */
export class OperationRequest {
  /** The query string of the URL, joined with the body of a QUERY request. */
  queryText: string;
  /** The parsed query. */
  query: ListQuery | undefined = undefined;
  /** The identifier in the path. */
  id: Identity | undefined = undefined;
  /** The values that path variables give to fields. */
  scope: Item = EMPTY_SCOPE;
  /** The parsed body, before validation. */
  body: BodyDocument | undefined = undefined;
  /** The validated body; of a patch, the validated item with the patch applied. */
  input: unknown = undefined;
  /** The links in the input that must lead to items that the user can read. */
  links: readonly BodyLink[] = NO_LINKS;
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
  /** The id of the last hub update before the read, for live resources. */
  lastUpdateId: string | undefined = undefined;
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

const NO_LINKS: readonly never[] = Object.freeze([]);
