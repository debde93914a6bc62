import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import { validateInput } from '../bodies/validate-input.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import { isPromise } from '../../../core/http/promises.ts';
import type { ControllerArgumentsEvent, RequestContext, ViewEvent } from '../../../core/kernel/events.ts';

/**
 * Holds what was sent against the schema of the operation: 422 with every violation and its JSON pointer. A custom
 * operation gets its input validated before its function is called, the others between reading and writing.
 */
export class ValidateListener implements Subscriber {
  readonly name = 'ValidateListener';
  readonly on = {
    'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event),
    'kernel.view': (event: ViewEvent) => this.onView(event),
  };

  readonly appliesTo = (route: unknown): boolean => operationOf(route)?.input !== undefined;

  onArguments({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
    const run = runOf(context);
    if (run.operation.kind !== 'custom') return;
    const pending = validateInput(run);
    if (isPromise(pending)) return pending.then(() => tell(run, context));
    tell(run, context);
  }

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    if (run.operation.kind === 'custom') return;
    const pending = validateInput(run);
    if (isPromise(pending)) return pending.then(() => take(event, run));
    take(event, run);
  }
}

function take(event: ViewEvent, run: OperationRun): void {
  tell(run, event.context);
  event.value = run.request.input;
}

function tell({ operation }: OperationRun, { trace }: RequestContext): void {
  if (trace.recording) trace.decide('validation', 'passed', `the body meets the schema of ${operation.name}`);
}
