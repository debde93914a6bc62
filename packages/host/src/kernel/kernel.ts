import type { Dispatcher, Listener } from '../events/dispatcher.ts';
import type { Delivery, Steps, HttpResponse } from 'oriel-core/http';
import { isPromise, runSteps } from 'oriel-core/http';
import type { ArgumentResolver, ControllerResolver } from './resolvers.ts';
import { callController, toResponse } from './call-controller.ts';
import { NoResponseError } from './errors.ts';
import {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  TerminateEvent,
  ViewEvent,
} from './events.ts';
import type { RequestContext } from './events.ts';
import { KernelEvents } from './kernel-events.ts';
import { TimeLimit } from './time-limit.ts';

/** What the kernel needs from the host. */
export interface KernelParts {
  readonly dispatcher: Dispatcher;
  readonly controllers: ControllerResolver;
  readonly arguments: ArgumentResolver;
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
 * Turns a request into a response. Most listeners return no promise, and then the kernel creates none: its steps are
 * generators, which yield only where there is a promise.
 */
export class Kernel {
  readonly #parts: KernelParts;
  readonly #timeLimit: TimeLimit | undefined;

  constructor(parts: KernelParts) {
    this.#parts = parts;
    this.#timeLimit = parts.timeLimit > 0 ? new TimeLimit(parts.timeLimit) : undefined;
  }

  /** Returns the response to a request. Never throws or rejects. */
  handle(context: RequestContext): HttpResponse | Promise<HttpResponse> {
    const handled = this.answer(context);
    return isPromise(handled) ? handled.then(({ response }) => response!) : handled.response!;
  }

  /** As {@link handle}, but returns the context, which then has the response. */
  answer(context: RequestContext): RequestContext | Promise<RequestContext> {
    const exchange = new Exchange(context);
    return this.#run(exchange, this.#respond(exchange));
  }

  /** Dispatches `kernel.terminate`; call it after the last byte was sent. Errors are reported. */
  terminate(context: RequestContext, response: HttpResponse, delivery: Delivery): void | Promise<void> {
    const event = new TerminateEvent(context, response, delivery);
    try {
      const pending = this.#parts.dispatcher.dispatch(KernelEvents.terminate, event, context);
      if (isPromise(pending))
        return Promise.resolve(pending).then(undefined, (error: unknown) => this.#report(context, [error], undefined));
    } catch (error) {
      this.#report(context, [error], undefined);
    }
  }

  *#respond(exchange: Exchange): Steps<RequestContext> {
    const { context } = exchange;
    const { controllers, arguments: argumentResolver } = this.#parts;
    let pending: void | PromiseLike<void>;
    try {
      const request = new RequestEvent(context);
      pending = this.#dispatch(KernelEvents.request, request, context.plan[KernelEvents.request]);
      if (pending) yield pending;
      if (request.failure !== undefined) return yield* this.#recover(exchange, request.failure);
      if (request.response !== undefined) return yield* this.#complete(exchange, request.response);

      // The router listener has set the plan of the route.
      const { plan } = context;
      let controller = controllers.resolve(context);
      if (hasListeners(plan[KernelEvents.controller], context)) {
        const event = new ControllerEvent(context, controller);
        yield this.#dispatch(KernelEvents.controller, event, plan[KernelEvents.controller]);
        controller = event.controller;
      }

      let args = argumentResolver.resolve(context, controller);
      if (hasListeners(plan[KernelEvents.controllerArguments], context)) {
        const event = new ControllerArgumentsEvent(context, controller, args);
        yield this.#dispatch(KernelEvents.controllerArguments, event, plan[KernelEvents.controllerArguments]);
        if (event.response !== undefined) return yield* this.#complete(exchange, event.response);
        args = event.args;
      }

      let result = callController(context, controller, args);
      if (isPromise(result)) result = yield result;

      let response = toResponse(result);
      if (response === undefined) {
        const view = new ViewEvent(context, result);
        pending = this.#dispatch(KernelEvents.view, view, plan[KernelEvents.view]);
        if (pending) yield pending;
        if (view.response === undefined) throw new NoResponseError(context, result);
        response = view.response;
      }

      return yield* this.#complete(exchange, response);
    } catch (error) {
      return yield* this.#recover(exchange, error);
    }
  }

  // The response exists, also after an error: listeners complete it.
  *#complete(exchange: Exchange, response: HttpResponse): Steps<RequestContext> {
    const { context } = exchange;
    exchange.response = response;
    const event = new ResponseEvent(context, response);
    let pending = this.#dispatch(KernelEvents.response, event, context.plan[KernelEvents.response]);
    if (pending) yield pending;
    exchange.response = event.response;

    const finish = new FinishRequestEvent(context);
    pending = this.#dispatch(KernelEvents.finishRequest, finish, context.plan[KernelEvents.finishRequest]);
    if (pending) yield pending;
    return this.#end(exchange);
  }

  // Listeners convert the error to a response. An error of the error handling is reported together with the first one, and
  // must not start the error handling again.
  *#recover(exchange: Exchange, error: unknown): Steps<RequestContext> {
    const { context } = exchange;
    const errors = (exchange.errors = [error]);
    context.error = error;
    const exception = new ExceptionEvent(context, error);
    try {
      const pending = this.#dispatch(KernelEvents.exception, exception, context.plan[KernelEvents.exception]);
      if (pending) yield pending;
    } catch (another) {
      errors.push(another);
    }
    exchange.report = exception.report;
    const response = exception.response ?? this.#parts.lastResort(context, exception.error);
    try {
      return yield* this.#complete(exchange, response);
    } catch (another) {
      errors.push(another);
      return this.#end(exchange);
    }
  }

  #end(exchange: Exchange): RequestContext {
    const { context, errors } = exchange;
    context.response = exchange.response ?? this.#parts.lastResort(context, errors?.[0]);
    if (errors !== undefined) this.#report(context, errors, exchange.report);
    return context;
  }

  #run(exchange: Exchange, steps: Steps<RequestContext>): RequestContext | Promise<RequestContext> {
    const handled = runSteps(steps);
    if (!isPromise(handled) || this.#timeLimit === undefined || exchange.context.parent !== undefined) return handled;
    return this.#timeLimit.race(handled, exchange.context, () => this.#answerLate(exchange, steps));
  }

  // A request that exceeds its time limit is answered by the error handling, like any other failed request, and later
  // results of it are ignored. If completing the 503 response exceeds the limit too, it is sent as it is.
  #answerLate(exchange: Exchange, steps: Steps<RequestContext>): RequestContext | Promise<RequestContext> {
    const { context } = exchange;
    // The response may have been completed after the timer fired.
    if (context.response !== undefined) return context;
    steps.return(context);
    if (exchange.late) return this.#end(exchange);
    const second = new Exchange(context);
    second.late = true;
    const error = this.#parts.timeUp(context);
    context.abandon(error);
    return this.#run(second, this.#recover(second, error));
  }

  #dispatch(
    event: string,
    payload: { readonly context: RequestContext },
    listeners: Listeners,
  ): void | PromiseLike<void> {
    const { context } = payload;
    if (hasListeners(listeners, context)) return this.#parts.dispatcher.dispatch(event, payload, context, listeners);
  }

  #report(context: RequestContext, errors: readonly unknown[], report: Exchange['report']): void {
    try {
      if (report) report(errors);
      else this.#parts.report(context, errors);
    } catch {
      // An error of the report function itself cannot be reported anywhere.
    }
  }
}

type Listeners = readonly Listener<never>[] | undefined;

// Without a listener the event is not created, except for a profile, which shows every event.
function hasListeners(listeners: Listeners, context: RequestContext): boolean {
  return (listeners !== undefined && listeners.length > 0) || context.trace.recording;
}

/** The state of one request in the kernel. */
class Exchange {
  readonly context: RequestContext;
  response: HttpResponse | undefined = undefined;
  /** All thrown values, in order; undefined before the first. */
  errors: unknown[] | undefined = undefined;
  report: ((errors: readonly unknown[]) => void) | undefined = undefined;
  /** Whether it creates the response to a request that exceeded its time limit. */
  late = false;

  constructor(context: RequestContext) {
    this.context = context;
  }
}
