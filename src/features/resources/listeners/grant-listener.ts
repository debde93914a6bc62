import { authorizeItem } from '../access/authorize.ts';
import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import type { RequestEvent } from '../../../core/kernel/events.ts';

/**
 * Asks the rules that look at the item as soon as it was read. The body is read afterwards, so that a hidden item is answered
 * like one that does not exist, whatever the body is.
 */
export class GrantListener implements Subscriber {
  readonly name = 'GrantListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    return operation?.access !== undefined && operation.hasItem;
  };

  onRequest({ context }: RequestEvent): void | PromiseLike<void> {
    return authorizeItem(runOf(context));
  }
}
