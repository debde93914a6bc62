import { hasRestrictedReads } from '../access/read-scope.ts';
import { parsePathScope } from '../model/collection-path.ts';
import { restrictList } from '../access/restrict-list.ts';
import { notFoundMessage } from '../access/authorize.ts';
import { operationOf } from '../model/operation.ts';
import { provideItem, findMissingParent } from '../running/provide-item.ts';
import { provideList } from '../running/provide-list.ts';
import { runOf } from '../running/operation-run.ts';
import { pageLength } from '../paging/list-request.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { EMPTY_SCOPE } from '../model/item.ts';
import type { Item } from '../model/item.ts';
import type { Page } from '../paging/list-request.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { NotFoundError, andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { RequestEvent } from '../../../kernel/events.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/**
 * Loads the page of a list or the item of the operation, and responds with 404 if it does not exist. Items in the path
 * must exist as well, and the loaded item must belong to them.
 */
export class ReadListener implements Subscriber {
  readonly name = 'ReadListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    return (
      operation !== undefined &&
      (operation.hasItem || operation.kind === 'list' || operation.collectionPath.fieldVariables.length > 0)
    );
  };

  onRequest(event: RequestEvent): MaybePromise<void> {
    const run = runOf(event.context);
    const { operation } = run;
    const path = parsePathScope(operation.collectionPath, run.uri);
    const scope = path && mergeScopes(path, run.request.tenant);
    if (scope === undefined)
      return event.fail(new NotFoundError(message('request.nothing-at-path', { path: event.context.path })));
    run.request.scope = scope;
    if (operation.hasItem) return readItem(event, run);
    return operation.kind === 'list' ? readList(event, run) : readParent(event, run);
  }
}

// Undefined if the path is that of another tenant.
function mergeScopes(path: Item, tenant: Item): Item | undefined {
  if (tenant === EMPTY_SCOPE) return path;
  if (path === EMPTY_SCOPE) return tenant;
  for (const name in tenant) if (name in path && path[name] !== tenant[name]) return undefined;
  return { ...path, ...tenant };
}

function readList(event: RequestEvent, run: OperationRun): MaybePromise<void> {
  const setPage = (page: Page<Item>): MaybePromise<void> => {
    run.read.page = visiblePage(page, run);
    // A list with items proves that the items in its path exist, unless reading those is restricted.
    if (hasRestrictedParent(run)) return readParent(event, run);
    return pageLength(page) === 0 && !(page.total! > 0) ? readParent(event, run) : undefined;
  };
  return andThen(restrictList(run), () => andThen(provideList(run), setPage));
}

// Removes fields that the user cannot read.
function visiblePage(page: Page<Item>, run: OperationRun): Page<Item> {
  if (run.readableByItem.length === 0) return page;
  return { ...page, items: Array.from(page.items, (item) => run.visibleItem(item)) };
}

function readItem(event: RequestEvent, run: OperationRun): MaybePromise<void> {
  const { resource, collectionPath } = run.operation;
  const id = resource.itemSegment.parse(String(run.uri['id']));
  if (id === undefined) return event.fail(notFound(run));
  run.request.id =
    resource.itemSegment === resource.identifier ? id : { ...parsePathScope(collectionPath, run.uri), ...id };
  return andThen(provideItem(run), (item) => setItem(event, run, item));
}

function setItem(event: RequestEvent, run: OperationRun, found: Item | null | undefined): MaybePromise<void> {
  const { kind, resource } = run.operation;
  const item = found ?? null;
  const mayBeMissing = kind === 'replace' && resource.definition.allowCreate === true;
  if (item === null && (run.authorization.isHidden || !mayBeMissing)) return event.fail(notFound(run));
  run.read.previous = item;
  // A message about the item in the path would reveal that the requested item exists.
  if (hasRestrictedParent(run)) return readParent(event, run, notFoundMessage(run));
  return item === null ? readParent(event, run) : undefined;
}

function readParent(event: RequestEvent, run: OperationRun, detail?: Message): MaybePromise<void> {
  return andThen(findMissingParent(run), (missing) => {
    if (missing !== undefined) event.fail(new NotFoundError(detail ?? missing));
  });
}

// Users who cannot read the item in the path cannot read what is below it.
function hasRestrictedParent({ operation }: OperationRun): boolean {
  return operation.collectionPath.fieldVariables.some(
    ({ field }) => field.link !== undefined && hasRestrictedReads(field.link.to),
  );
}

function notFound(run: OperationRun): NotFoundError {
  return new NotFoundError(notFoundMessage(run));
}
