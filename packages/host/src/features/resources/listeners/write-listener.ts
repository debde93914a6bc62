import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import { runOperationWrite } from '../writing/run-operation-write.ts';
import { performWrite } from '../writing/perform-write.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { andThen } from 'oriel-core/http';
import type { Logger } from 'oriel-core/trace';
import type { ViewEvent } from '../../../kernel/events.ts';

/** Creates, replaces, changes or deletes the item of the operation. */
export class WriteListener implements Subscriber {
  readonly name = 'WriteListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const kind = operationOf(route)?.kind;
    return kind !== undefined && WRITES.includes(kind);
  };

  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    // Only functions of the application do work after a commit.
    const written =
      run.operation.resource.definition.process === undefined
        ? performWrite(run)
        : runOperationWrite(run.context, this.#logger, () => performWrite(run));
    return andThen(written, () => {
      event.value = run.result.next;
    });
  }
}

const WRITES: readonly string[] = ['create', 'replace', 'patch', 'delete'];
