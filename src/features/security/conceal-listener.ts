import type { Subscriber } from '../../core/events/subscriber.ts';
import { HiddenError } from '../../core/http/access-denied.ts';
import { HttpError } from '../../core/http/errors.ts';
import type { ExceptionEvent } from '../../core/kernel/events.ts';
import { createConcealedError, createErrorFactory } from '../../core/listeners/route-not-found.ts';
import type { ErrorFactory } from '../../core/listeners/route-not-found.ts';
import type { Concealment } from './concealment.ts';

/**
 * Answers a hidden route exactly like a path without a route: with the same error, and without anything that the route adds
 * to a response. Client errors that occur before the access rules are asked, such as an unknown query parameter, ask them
 * first.
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
