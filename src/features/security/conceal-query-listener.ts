import type { Subscriber } from '../../core/events/subscriber.ts';
import { HiddenError } from '../../core/http/access-denied.ts';
import { notFoundMessage } from '../../core/http/not-found-message.ts';
import type { RequestEvent } from '../../core/kernel/events.ts';
import type { Concealment } from './concealment.ts';

/**
 * Asks the access rules before the body of a QUERY is read, which happens before their usual place. To wait for a body, or to
 * answer `Expect: 100-continue`, would reveal that there is a route.
 */
export class ConcealQueryListener implements Subscriber {
  readonly name = 'ConcealQueryListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly appliesTo: (route: unknown) => boolean;
  readonly #concealment: Concealment;

  /** @param readsQuery returns whether the body of a route is read as its query */
  constructor(concealment: Concealment, readsQuery: (route: unknown) => boolean) {
    this.#concealment = concealment;
    this.appliesTo = (route) => readsQuery(route) && concealment.mayHide(route);
  }

  async onRequest({ context }: RequestEvent): Promise<void> {
    if (await this.#concealment.isHidden(context)) throw new HiddenError(notFoundMessage(context));
  }
}
