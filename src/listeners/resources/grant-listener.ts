import { grantItem, operationOf, runOf } from '../../api/index.ts';
import type { Subscriber } from '../../events/index.ts';
import type { ControllerArgumentsEvent } from '../../kernel/index.ts';

/** Asks the rules that look at the item, now that it was read, and before anything is said about its state. */
export class GrantListener implements Subscriber {
  readonly name = 'GrantListener';
  readonly on = { 'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    return operation?.access !== undefined && operation.item;
  };

  onArguments({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
    return grantItem(runOf(context));
  }
}
