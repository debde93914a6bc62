import type { Dispatcher } from '../events/dispatcher.ts';
import { Deadlines } from '../http/deadlines.ts';
import { isPromise } from '../http/promises.ts';
import type { HttpResponse } from '../http/response.ts';
import { ExceptionEvent, TerminateEvent } from './events.ts';
import type { Delivered, RequestContext } from './events.ts';
import { Exchange } from './exchange.ts';
import { KernelEvents } from './kernel-events.ts';
import { createSteps } from './steps.ts';
import type { Resolvers, Step } from './steps.ts';

/** What the kernel needs from those who put it together. */
export interface KernelParts extends Resolvers {
  readonly dispatcher: Dispatcher;
  /** The answer when the error handling itself fails: must not throw, needs no listener. */
  readonly lastResort: (context: RequestContext, error: unknown) => HttpResponse;
  /** Told once per request that failed, if no listener took the report over. */
  readonly report: (context: RequestContext, errors: readonly unknown[]) => void;
  /** Milliseconds a request may take; 0 for no limit. */
  readonly timeLimit: number;
  /** The error that a request ends with when its time is up. */
  readonly timeUp: (context: RequestContext) => unknown;
}

/**
 * Turns a request into a response: request, controller, arguments, call and view until there is one, then response and
 * finish. Steps that need no time take none: as long as nobody gives a promise, none is made.
 */
export class Kernel {
  readonly #parts: KernelParts;
  readonly #steps: readonly Step[];
  readonly #completing: number;
  readonly #deadlines: Deadlines<Exchange>;

  constructor(parts: KernelParts) {
    const { finding, completing } = createSteps(parts);
    this.#parts = parts;
    this.#steps = [...finding, ...completing];
    this.#completing = finding.length;
    this.#deadlines = new Deadlines(parts.timeLimit, (exchange) => expire(exchange));
  }

  /** Never throws and never rejects: whatever happens on the way, there is one response. */
  handle(context: RequestContext): HttpResponse | Promise<HttpResponse> {
    const answered = this.answer(context);
    return isPromise(answered) ? answered.then(({ response }) => response!) : answered.response!;
  }

  /** The same, for those who keep the context: then it has the response. */
  answer(context: RequestContext): RequestContext | Promise<RequestContext> {
    const exchange = new Exchange(context, this.#parts.dispatcher);
    this.#proceed(exchange, 0);
    return exchange.over ? context : this.#inTime(exchange);
  }

  /** To be called after the last byte. What fails here is reported; nobody waits for it. */
  terminate(context: RequestContext, response: HttpResponse, delivery: Delivered): void | Promise<void> {
    const event = new TerminateEvent(context, response, delivery);
    try {
      const pending = this.#parts.dispatcher.dispatch(KernelEvents.terminate, event, context);
      if (isPromise(pending))
        return Promise.resolve(pending).then(undefined, (error: unknown) => this.#report(context, [error], undefined));
    } catch (error) {
      this.#report(context, [error], undefined);
    }
  }

  // From step to step; one that needs time leaves, and comes back here to end when it has had it.
  #proceed(exchange: Exchange, from: number, begun = false): void {
    const steps = this.#steps;
    try {
      for (let at = from; at < steps.length && !exchange.over; at++) {
        if (!begun) {
          if (exchange.response !== undefined && at < this.#completing) at = this.#completing;
          exchange.event = undefined;
          const pending = steps[at]!.begin(exchange);
          if (pending !== undefined) return this.#wait(exchange, pending, at);
        }
        begun = false;
        steps[at]!.end?.(exchange);
        if (exchange.failure !== undefined) return this.#recover(exchange, exchange.failure);
      }
    } catch (error) {
      return this.#recover(exchange, error);
    }
    this.#settle(exchange);
  }

  #wait(exchange: Exchange, pending: PromiseLike<void>, at: number): void {
    void Promise.resolve(pending).then(
      () => this.#proceed(exchange, at, true),
      (error: unknown) => this.#recover(exchange, error),
    );
  }

  // The first error becomes a response, which response listeners complete. An error on that way ends the exchange with
  // the response there is: it must never start the error handling again.
  #recover(exchange: Exchange, error: unknown): void {
    if (exchange.over) return;
    if (exchange.errors !== undefined) {
      exchange.errors.push(error);
      return this.#settle(exchange);
    }
    exchange.errors = [error];
    exchange.failure = undefined;
    exchange.response = undefined;
    exchange.context.error = error;
    const event = new ExceptionEvent(exchange.context, error);
    const another = (thrown: unknown): void => {
      exchange.errors!.push(thrown);
      this.#explain(exchange, event);
    };
    let pending: void | PromiseLike<void> = undefined;
    try {
      pending = exchange.dispatch(KernelEvents.exception, event, exchange.context.plan[KernelEvents.exception] ?? []);
    } catch (thrown) {
      return another(thrown);
    }
    if (pending === undefined) this.#explain(exchange, event);
    else void Promise.resolve(pending).then(() => this.#explain(exchange, event), another);
  }

  #explain(exchange: Exchange, event: ExceptionEvent): void {
    if (exchange.over) return;
    exchange.report = event.report;
    exchange.response = event.response ?? this.#parts.lastResort(exchange.context, event.error);
    this.#proceed(exchange, this.#completing);
  }

  #settle(exchange: Exchange): void {
    if (exchange.over) return;
    const { context, errors } = exchange;
    const response = (exchange.response ??= this.#parts.lastResort(context, errors?.[0]));
    exchange.over = true;
    context.response = response;
    if (errors !== undefined) this.#report(context, errors, exchange.report);
    if (exchange.wait) this.#deadlines.end(exchange.wait);
    if (exchange.extension) clearTimeout(exchange.extension);
    exchange.answer?.(context);
  }

  #report(context: RequestContext, errors: readonly unknown[], report: Exchange['report']): void {
    try {
      if (report) report(errors);
      else this.#parts.report(context, errors);
    } catch {
      // A reporter that fails has nobody left to tell.
    }
  }

  // A request whose time is up is answered by the error handling, like any other that failed; what the late one still
  // does is nobody's any more. Should completing that answer hang as well, it goes out as it is.
  #inTime(exchange: Exchange): Promise<RequestContext> {
    if (this.#parts.timeLimit > 0 && exchange.context.parent === undefined) {
      exchange.wait = this.#deadlines.begin(exchange);
      const timeUp = new Promise<void>((resolve) => {
        exchange.late = resolve;
      });
      // Said here, so that what is done about a late one is done in its own async context and not in the clock's.
      void timeUp.then(() => exchange.answer!(this.#late(exchange)));
    }
    return new Promise((resolve) => {
      exchange.answer = resolve;
    });
  }

  #late(late: Exchange): RequestContext | Promise<RequestContext> {
    const { context } = late;
    if (late.completing) this.#settle(late);
    // It may have been answered between the clock's word and now.
    if (late.over) return context;
    late.over = true;
    const second = new Exchange(context, this.#parts.dispatcher);
    second.completing = true;
    second.extended = late.extended;
    const error = this.#parts.timeUp(context);
    context.abandon(error);
    this.#recover(second, error);
    return second.over ? context : this.#inTime(second);
  }
}

// Reading the body has limits of its own, so the time in which the client was waited for does not count.
function expire(exchange: Exchange): void {
  const waited = exchange.context.incoming.body.waited ?? 0;
  const more = waited - exchange.extended;
  if (more <= 0) return exchange.late!();
  exchange.extended = waited;
  exchange.extension = setTimeout(expire, Math.ceil(more), exchange);
}
