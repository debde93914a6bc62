import { createResponse } from '../responses/create-response.ts';
import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import type { OperationResponse } from '../responses/create-response.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import { isPromise } from '../../../core/http/promises.ts';
import type { ViewEvent } from '../../../core/kernel/events.ts';

/** Writes the result of an operation in the format that was chosen, with its status, Location and Content-Location. */
export class ResourceSerializeListener implements Subscriber {
  readonly name = 'ResourceSerializeListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    // What is kept under an Idempotency-Key was written together with the work, and nothing else may be answered.
    const answer = run.response.prepared ?? createResponse(run, event.value);
    return isPromise(answer) ? answer.then((settled) => take(event, settled)) : take(event, answer);
  }
}

function take(event: ViewEvent, { status, headers, contentType, body }: OperationResponse): void {
  event.status = status;
  event.headers = headers;
  event.contentType = contentType;
  event.body = body;
}
