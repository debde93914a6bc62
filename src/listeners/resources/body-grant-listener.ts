import { grantBody, operationOf, runOf } from '../../api/index.ts';
import type { Subscriber } from '../../events/index.ts';
import { KNOWN } from '../../http/index.ts';
import type { ControllerArgumentsEvent, ViewEvent } from '../../kernel/index.ts';

/** Asks the rules that look at the body, now that it is valid: before its function is called, or anything is written. */
export class BodyGrantListener implements Subscriber {
  readonly name = 'BodyGrantListener';
  readonly on = {
    'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event),
    'kernel.view': (event: ViewEvent) => this.onView(event),
  };

  readonly appliesTo = (route: unknown): boolean => operationOf(route)?.access?.last === KNOWN.body;

  onArguments({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
    const run = runOf(context);
    return run.operation.kind === 'custom' ? grantBody(run) : undefined;
  }

  onView({ context }: ViewEvent): void | PromiseLike<void> {
    const run = runOf(context);
    return run.operation.kind === 'custom' ? undefined : grantBody(run);
  }
}
