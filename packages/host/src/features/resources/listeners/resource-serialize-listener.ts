import { createResponse } from '../responses/create-response.ts';
import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import type { OperationResponse } from '../running/run-phases.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { andThen } from 'oriel-core/http';
import type { ViewEvent } from '../../../kernel/events.ts';

/** Writes the result of an operation in the negotiated format, with status, Location and Content-Location. */
export class ResourceSerializeListener implements Subscriber {
  readonly name = 'ResourceSerializeListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    // The response to a request with an Idempotency-Key was stored with the write and must be sent unchanged.
    const response = run.response.prepared ?? createResponse(run, event.value);
    return andThen(response, (written) => setResponse(event, written));
  }
}

function setResponse(event: ViewEvent, { status, headers, contentType, body }: OperationResponse): void {
  event.status = status;
  event.headers = headers;
  event.contentType = contentType;
  event.body = body;
}
