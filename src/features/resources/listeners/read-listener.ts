import { hasRestrictedReads } from '../access/read-scope.ts';
import { isInScope, parsePathScope } from '../model/path-scope.ts';
import { restrictList } from '../access/restrict-list.ts';
import { notFoundMessage } from '../access/authorize.ts';
import { operationOf } from '../model/operation.ts';
import { provideItem, findMissingParent } from '../running/provide-item.ts';
import { provideList } from '../running/provide-list.ts';
import { runOf } from '../running/operation-run.ts';
import { pageLength } from '../paging/list-request.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { Page } from '../paging/list-request.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import { NotFoundError } from '../../../core/http/errors.ts';
import { isPromise } from '../../../core/http/promises.ts';
import type { RequestEvent } from '../../../core/kernel/events.ts';

/**
 * Asks the provider for what the operation is about: the page of a list, or the item, which must be there (404). Below
 * an item of another resource that one must be there as well, and what is found lies within it.
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

  onRequest(event: RequestEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    const { operation } = run;
    const scope = parsePathScope(operation.collectionPath, run.uri);
    if (scope === undefined) return event.fail(new NotFoundError(`There is nothing at ${event.context.path}`));
    run.request.scope = scope;
    if (operation.hasItem) return readItem(event, run);
    return operation.kind === 'list' ? readList(event, run) : readParent(event, run);
  }
}

function readList(event: RequestEvent, run: OperationRun): void | PromiseLike<void> {
  const take = (page: Page<Item>): void | PromiseLike<void> => {
    run.read.page = seenPage(page, run);
    // Whatever has items is there; only a list without any asks, or one below what not everybody may see.
    if (hasLimitedParent(run)) return readParent(event, run);
    return pageLength(page) === 0 && !(page.total! > 0) ? readParent(event, run) : undefined;
  };
  const provide = (): void | PromiseLike<void> => {
    const page = provideList(run);
    return isPromise(page) ? page.then(take) : take(page);
  };
  const limited = restrictList(run);
  return isPromise(limited) ? limited.then(provide) : provide();
}

// What this reader does not see of an item is not there from here on.
function seenPage(page: Page<Item>, run: OperationRun): Page<Item> {
  if (run.readableByItem.length === 0) return page;
  return { ...page, items: Array.from(page.items, (item) => run.visibleItem(item)) };
}

function readItem(event: RequestEvent, run: OperationRun): void | PromiseLike<void> {
  const { resource } = run.operation;
  const id = resource.itemSegment.parse(String(run.uri['id']));
  if (id === undefined) return event.fail(notThere(run));
  run.request.id = resource.itemSegment === resource.identifier ? id : { ...run.request.scope, ...id };
  const item = provideItem(run);
  return isPromise(item) ? item.then((settled) => takeItem(event, run, settled)) : takeItem(event, run, item);
}

function takeItem(event: RequestEvent, run: OperationRun, found: Item | null | undefined): void | PromiseLike<void> {
  const { kind, resource } = run.operation;
  const item = found != null && isInScope(found, run.request.scope) ? found : null;
  const mayBeMissing = kind === 'replace' && resource.definition.allowCreate === true;
  if (item === null && (run.authorization.isHidden || !mayBeMissing)) return event.fail(notThere(run));
  run.read.previous = item;
  // A message about the item in the path would reveal that there is an item below it.
  if (hasLimitedParent(run)) return readParent(event, run, notFoundMessage(run));
  return item === null ? readParent(event, run) : undefined;
}

function readParent(event: RequestEvent, run: OperationRun, message?: string): void | PromiseLike<void> {
  const missing = findMissingParent(run);
  const take = (settled: string | undefined): void => {
    if (settled !== undefined) event.fail(new NotFoundError(message ?? settled));
  };
  return isPromise(missing) ? missing.then(take) : take(missing);
}

// Users who cannot read the item in the path cannot read what is below it.
function hasLimitedParent({ operation }: OperationRun): boolean {
  return operation.collectionPath.fieldVariables.some(
    ({ field }) => field.link !== undefined && hasRestrictedReads(field.link.to),
  );
}

function notThere(run: OperationRun): NotFoundError {
  return new NotFoundError(notFoundMessage(run));
}
