import { runOperationWrite } from '../writing/run-operation-write.ts';
import { isBulkRequest, runBulk } from '../writing/bulk.ts';
import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import { andThen, HttpResponse } from 'oriel-core/http';
import type { Subscriber } from '../../../events/subscriber.ts';
import type { Logger } from 'oriel-core/trace';
import type { ViewEvent } from '../../../kernel/events.ts';

/** Handles bulk requests: validates, creates or changes many items, and responds. */
export class BulkListener implements Subscriber {
  readonly name = 'BulkListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    return (
      operation?.kind === 'bulk' || (operation?.kind === 'create' && operation.resource.definition.bulk !== undefined)
    );
  };

  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    if (!isBulkRequest(run)) return;
    const written = runOperationWrite(run.context, this.#logger, () => runBulk(run));
    return andThen(written, ({ status, contentType, body }) => {
      const { trace } = event.context;
      if (trace.recording)
        trace.decide(
          'bulk',
          String(status),
          status === 207 ? 'each item is written on its own' : 'all items are written or none',
        );
      event.respond(new HttpResponse(status, ['Content-Type', contentType], body));
    });
  }
}
