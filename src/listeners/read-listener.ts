import { operationOf, provideItem, provideList, runOf } from '../api/index.ts';
import type { Item, OperationRun, Page } from '../api/index.ts';
import type { Subscriber } from '../events/index.ts';
import { NotFoundError, isPromise } from '../http/index.ts';
import type { RequestEvent } from '../kernel/index.ts';

/** Asks the provider for what the operation is about: the page of a list, or the item, which must be there (404). */
export class ReadListener implements Subscriber {
  readonly name = 'ReadListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    return operation !== undefined && (operation.item || operation.kind === 'list');
  };

  onRequest(event: RequestEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    if (run.operation.kind === 'list') {
      const page = provideList(run);
      return isPromise(page) ? page.then((settled) => takePage(run, settled)) : takePage(run, page);
    }
    const { identifier } = run.operation.resource;
    run.id = identifier.parse(String(run.uri['id']));
    if (run.id === undefined) return event.fail(notThere(run));
    const item = provideItem(run);
    return isPromise(item) ? item.then((settled) => take(event, run, settled)) : take(event, run, item);
  }
}

function takePage(run: OperationRun, page: Page<Item>): void {
  run.page = page;
}

function take(event: RequestEvent, run: OperationRun, item: Item | null): void {
  const { kind, resource } = run.operation;
  const mayBeMissing = kind === 'replace' && resource.definition.putCreates === true;
  if (item === null && !mayBeMissing) return event.fail(notThere(run));
  run.previous = item;
}

function notThere({ operation, uri }: OperationRun): NotFoundError {
  const id = String(uri['id']);
  return new NotFoundError(`There is no ${operation.resource.type} "${id.length > 100 ? `${id.slice(0, 100)}…` : id}"`);
}
