import { operationOf, patchedInput, runOf, sentInput } from '../api/index.ts';
import type { OperationRun } from '../api/index.ts';
import type { Subscriber } from '../events/index.ts';
import { UnprocessableContentError, isPromise, parseSchema } from '../http/index.ts';
import type { Violation } from '../http/index.ts';
import type { ControllerArgumentsEvent, RequestContext, ViewEvent } from '../kernel/index.ts';

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
    return run.operation.kind === 'custom' ? validate(run, context, () => {}) : undefined;
  }

  onView(event: ViewEvent): void | PromiseLike<void> {
    const run = runOf(event.context);
    if (run.operation.kind === 'custom') return undefined;
    return validate(run, event.context, () => {
      event.value = run.input;
    });
  }
}

function validate(run: OperationRun, { trace }: RequestContext, done: () => void): void | PromiseLike<void> {
  const { operation, body } = run;
  const { candidate, violations } = body?.kind === 'patch' ? patchedInput(run) : sentInput(run);
  const told = new Set(violations.map(({ pointer }) => pointer));
  const refuse = (more: readonly Violation[]): Error =>
    new UnprocessableContentError([...violations, ...more.filter(({ pointer }) => !told.has(pointer))]);
  const value = parseSchema(operation.input!, candidate, refuse);
  const take = (settled: unknown): void => {
    if (violations.length > 0) throw refuse([]);
    if (trace.recording) trace.decide('validation', 'passed', `the body meets the schema of ${operation.name}`);
    run.accept(settled);
    done();
  };
  return isPromise(value) ? value.then(take) : take(value);
}
