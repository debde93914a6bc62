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

/** What the kernel needs from the host. */
export interface KernelParts extends Resolvers {
  readonly dispatcher: Dispatcher;
  /** Returns the response if the error handling itself fails. Must not throw, and needs no listener. */
  readonly lastResort: (context: RequestContext, error: unknown) => HttpResponse;
  /** Called once per failed request, if no listener set its own report function. */
  readonly report: (context: RequestContext, errors: readonly unknown[]) => void;
  /** The time limit of a request in milliseconds; 0 for none. */
  readonly timeLimit: number;
  /** Returns the error of a request that exceeds its time limit. */
  readonly timeUp: (context: RequestContext) => unknown;
}

/**
 * Turns a request into a response. The steps request, controller, arguments, call and view run until there is a response;
 * then response and finish. As long as no step returns a promise, the kernel creates none.
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

  /** Returns the response to a request. Never throws or rejects. */
  handle(context: RequestContext): HttpResponse | Promise<HttpResponse> {
    const answered = this.answer(context);
    return isPromise(answered) ? answered.then(({ response }) => response!) : answered.response!;
  }

  /** As {@link handle}, but returns the context, which then has the response. */
  answer(context: RequestContext): RequestContext | Promise<RequestContext> {
    const exchange = new Exchange(context, this.#parts.dispatcher);
    this.#proceed(exchange, 0);
    return exchange.over ? context : this.#inTime(exchange);
  }

  /** Dispatches `kernel.terminate`; call it after the last byte was sent. Errors are reported. */
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

  // Runs one step after another. If a step returns a promise, it continues here when the promise settles.
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

  // The first error is converted to a response, which response listeners complete. If that fails too, the exchange ends
  // with the response it has: the error handling must not start again.
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
      // An error of the report function itself cannot be reported anywhere.
    }
  }

  // A request that exceeds its time limit is answered by the error handling, like any other failed request. Later results
  // of the original exchange are ignored. If completing the 503 response exceeds the limit too, it is sent as it is.
  #inTime(exchange: Exchange): Promise<RequestContext> {
    if (this.#parts.timeLimit > 0 && exchange.context.parent === undefined) {
      exchange.wait = this.#deadlines.begin(exchange);
      const timeUp = new Promise<void>((resolve) => {
        exchange.late = resolve;
      });
      // Registered here, so that the late response is handled in the async context of the request and not in the timer's.
      void timeUp.then(() => exchange.answer!(this.#late(exchange)));
    }
    return new Promise((resolve) => {
      exchange.answer = resolve;
    });
  }

  #late(late: Exchange): RequestContext | Promise<RequestContext> {
    const { context } = late;
    if (late.completing) this.#settle(late);
    // It may have completed after the timer fired.
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

// Reading the body has its own limits, so the time spent waiting for the client does not count.
function expire(exchange: Exchange): void {
  const waited = exchange.context.incoming.body.waited ?? 0;
  const more = waited - exchange.extended;
  if (more <= 0) return exchange.late!();
  exchange.extended = waited;
  exchange.extension = setTimeout(expire, Math.ceil(more), exchange);
}
