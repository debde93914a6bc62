import { authorizeBody } from '../access/authorize.ts';
import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { ACCESS_PHASES } from '../../../http/access-input.ts';
import type { ControllerArgumentsEvent, ViewEvent } from '../../../kernel/events.ts';

/** Evaluates access rules that depend on the validated body, before a custom operation is called or anything is written. */
export class BodyGrantListener implements Subscriber {
  readonly name = 'BodyGrantListener';
  readonly on = {
    'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event),
    'kernel.view': (event: ViewEvent) => this.onView(event),
  };

  readonly appliesTo = (route: unknown): boolean => operationOf(route)?.access?.last === ACCESS_PHASES.body;

  onArguments({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
    const run = runOf(context);
    return run.operation.kind === 'custom' ? authorizeBody(run) : undefined;
  }

  onView({ context }: ViewEvent): void | PromiseLike<void> {
    const run = runOf(context);
    return run.operation.kind === 'custom' ? undefined : authorizeBody(run);
  }
}
