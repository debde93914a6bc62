import { authorizeItem } from '../access/authorize.ts';
import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import type { RequestEvent } from '../../../kernel/events.ts';

/**
 * Evaluates access rules that depend on the item, before the body is read: a hidden item gets the response of a missing one,
 * whatever the body is.
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
