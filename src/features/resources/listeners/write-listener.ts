import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import { performWrite } from '../writing/perform-write.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import { andThen } from '../../../core/http/promises.ts';
import type { ViewEvent } from '../../../core/kernel/events.ts';

/** Creates, replaces, changes or deletes the item of the operation. */
export class WriteListener implements Subscriber {
  readonly name = 'WriteListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const kind = operationOf(route)?.kind;
    return kind !== undefined && WRITES.includes(kind);
  };

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    return andThen(performWrite(run), () => {
      event.value = run.result.next;
    });
  }
}

const WRITES: readonly string[] = ['create', 'replace', 'patch', 'delete'];
