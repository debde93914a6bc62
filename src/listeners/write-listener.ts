import { operationOf, process, runOf, writeIfUnchanged } from '../api/index.ts';
import type { Item, OperationRun } from '../api/index.ts';
import type { Subscriber } from '../events/index.ts';
import { NotFoundError, isPromise } from '../http/index.ts';
import type { ViewEvent } from '../kernel/index.ts';

/** Lets the processor do what the operation is for. */
export class WriteListener implements Subscriber {
  readonly name = 'WriteListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const kind = operationOf(route)?.kind;
    return kind !== undefined && WRITES.includes(kind);
  };

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    const result = run.conditional ? writeIfUnchanged(run, () => process(run)) : process(run);
    return isPromise(result) ? result.then((settled) => take(event, run, settled)) : take(event, run, result);
  }
}

const WRITES: readonly string[] = ['create', 'replace', 'patch', 'delete'];

function take(event: ViewEvent, run: OperationRun, result: Item | null | undefined): void {
  const { kind, resource } = run.operation;
  if (result === null) throw new NotFoundError(`The ${resource.type} went away while it was changed`);
  run.created = kind === 'create' || (kind === 'replace' && run.previous === null);
  run.next = kind === 'delete' ? undefined : result;
  event.value = run.next;
}
