import type { Subscriber } from '../../events/subscriber.ts';
import { HiddenError, notFoundMessage } from '../../listeners/access-denied.ts';
import { HttpError } from 'oriel-core/http';
import type { ExceptionEvent, RequestEvent } from '../../kernel/events.ts';
import { createConcealedError, createErrorFactory } from '../../listeners/route-not-found.ts';
import type { ErrorFactory } from '../../listeners/route-not-found.ts';
import type { Concealment } from './concealment.ts';

/**
 * Makes the response of a hidden route identical to that of a path without a route: the same error, without anything
 * that the route adds. Before client errors that occur earlier than access control, such as an unknown query parameter,
 * the access rules are checked first.
 */
export class ConcealListener implements Subscriber {
  readonly name = 'ConcealListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };
  readonly #concealment: Concealment;
  readonly #create: ErrorFactory;

  /** @param stacks whether errors carry a stack */
  constructor(concealment: Concealment, stacks = false) {
    this.#concealment = concealment;
    this.#create = createErrorFactory(stacks);
  }

  onException(event: ExceptionEvent): void | Promise<void> {
    const { context, error } = event;
    if (error instanceof HiddenError) return this.#conceal(event);
    const early = context.route !== undefined && context.access === undefined;
    if (!early || !(error instanceof HttpError) || error.status >= 500) return;
    if (!this.#concealment.mayHide(context.route!.data)) return;
    return this.#concealment.isHidden(context).then((hidden) => (hidden ? this.#conceal(event) : undefined));
  }

  #conceal(event: ExceptionEvent): void {
    const { context } = event;
    event.error = createConcealedError(context, this.#create);
    context.error = event.error;
  }
}

/**
 * Checks the access rules before the body of a QUERY request is read, which is earlier than usual. Waiting for a body,
 * or responding to `Expect: 100-continue`, would reveal that the route exists.
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
