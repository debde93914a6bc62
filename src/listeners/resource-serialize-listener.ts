import { listView, operationOf, runOf } from '../api/index.ts';
import type { Item, Operation, OperationRun, Page } from '../api/index.ts';
import type { Subscriber } from '../events/index.ts';
import { isPromise } from '../http/index.ts';
import type { ViewEvent } from '../kernel/index.ts';

/** Writes the result of an operation in the format that was chosen, with its status, Location and Content-Location. */
export class ResourceSerializeListener implements Subscriber {
  readonly name = 'ResourceSerializeListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    const { operation, format } = run;
    const { value } = event;
    const nothing = value === undefined || operation.options.output === false;
    event.status =
      run.created && operation.kind === 'replace' ? 201 : nothing && operation.status === 200 ? 204 : operation.status;
    if (operation.kind !== 'custom' && operation.kind !== 'list' && value !== undefined)
      event.headers = placeOf(value as Item, run);
    if (operation.kind === 'get') run.previous = value as Item; // Somebody may have exchanged it on the way.
    if (nothing) return;
    if (operation.kind === 'list') event.headers = countOf(value as Page<Item>);
    const waiting = format.gather?.(itemsOf(value, run), run);
    return isPromise(waiting) ? waiting.then(() => write(event, run)) : write(event, run);
  }
}

function write(event: ViewEvent, run: OperationRun): void {
  const { operation, format } = run;
  const { value } = event;
  event.contentType = format.contentType;
  if (operation.kind === 'list') event.body = writeList(value as Page<Item>, run);
  else if (!isData(operation)) event.body = format.writeItem(value as Item, run);
  else if (format.writeData) event.body = format.writeData(value, run);
  else {
    event.contentType = 'application/json; charset=utf-8';
    event.body = JSON.stringify(value);
  }
}

function itemsOf(value: unknown, { operation }: OperationRun): readonly Item[] {
  if (operation.kind === 'list') return (value as Page<Item>).items;
  return isData(operation) ? [] : [value as Item];
}

// A custom operation that says what it gives does not give an item.
function isData({ custom }: Operation): boolean {
  return custom?.outputSchema !== undefined;
}

function writeList(page: Page<Item>, run: OperationRun): ViewEvent['body'] {
  run.page = page;
  return run.format.writeList(listView(run), run);
}

// RFC 9110 §8.7 and §10.2.2: where what is answered lives, and where what was created does.
function placeOf(item: Item, run: OperationRun): Record<string, string> {
  const iri = run.operation.resource.iri(item, run.uri);
  return run.created ? { 'Content-Location': iri, Location: iri } : { 'Content-Location': iri };
}

// For formats that have no place for it; clients know the name from other APIs.
function countOf({ total }: Page<Item>): Record<string, string> | undefined {
  return total === undefined ? undefined : { 'X-Total-Count': String(total) };
}
