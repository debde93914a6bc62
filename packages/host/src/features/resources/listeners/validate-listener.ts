import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import { validateInput } from '../bodies/validate-input.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { andThen } from 'oriel-core/http';
import type { ControllerArgumentsEvent, RequestContext, ViewEvent } from '../../../kernel/events.ts';

/**
 * Validates the body against the schema of the operation, and responds with 422 and all violations if it is invalid. The input of
 * a custom operation is validated before its function is called, other input between the read and the write.
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
    return andThen(validateInput(run), () => recordDecision(run, context));
  }

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    if (run.operation.kind === 'custom') return;
    return andThen(validateInput(run), () => {
      recordDecision(run, event.context);
      event.value = run.request.input;
    });
  }
}

function recordDecision({ operation }: OperationRun, { trace }: RequestContext): void {
  if (trace.recording) trace.decide('validation', 'passed', `the body matches the schema of ${operation.name}`);
}
