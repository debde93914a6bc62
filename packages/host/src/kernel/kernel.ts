import type { EventDispatcher, Listener } from '../events/dispatcher.ts';
import type { Delivery, HttpResponse, MaybePromise } from 'oriel-core/http';
import { andThen, isPromise } from 'oriel-core/http';
import { spreadable } from '../http/spreadable.ts';
import { NoResponseError, callController, findController, toResponse } from './call-controller.ts';
import {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  TerminateEvent,
  ViewEvent,
  KernelEvents,
} from './events.ts';
import type { Controller, RequestContext } from './events.ts';
import { HandlerInput } from './handler-input.ts';
import type { HandlerServices } from './handler-input.ts';

/** What the kernel needs from the host. */
export interface KernelParts {
  readonly dispatcher: Pick<EventDispatcher, 'dispatch'>;
  /** The functions of the argument of controllers. */
  readonly services: HandlerServices;
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
 * Turns a request into a response by a list of steps. A step returns a promise only if it has to wait; most requests have none.
 * An error of a step is handled by the error steps, and the response to it is completed like any other.
 */
export class Kernel {
  readonly #parts: KernelParts;

  constructor(parts: KernelParts) {
    this.#parts = parts;
  }

  /** Returns the response to a request. Never throws or rejects. */
  handle(context: RequestContext): HttpResponse | Promise<HttpResponse> {
    const handled = this.answer(context);
    return isPromise(handled) ? handled.then(({ response }) => response!) : handled.response!;
  }

  /** As {@link handle}, but returns the context, which then has the response. */
  answer(context: RequestContext): RequestContext | Promise<RequestContext> {
    return this.#run(new Exchange(context));
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

  #run(exchange: Exchange): RequestContext | Promise<RequestContext> {
    const pending = this.#advance(exchange);
    if (pending === undefined) return this.#end(exchange);
    const handled = this.#wait(exchange, pending);
    const { timeLimit } = this.#parts;
    if (timeLimit === 0 || exchange.context.parent !== undefined) return handled;
    return answerInTime(handled, timeLimit, exchange.context, () => this.#answerLate(exchange));
  }

  /** Performs the next steps. Returns the promise of the first one that has to wait. */
  #advance(exchange: Exchange): PromiseLike<unknown> | undefined {
    while (exchange.next < END) {
      try {
        const value = this.#perform(exchange);
        if (isPromise(value)) return value;
        exchange.value = value;
      } catch (error) {
        fail(exchange, error);
      }
    }
  }

  async #wait(exchange: Exchange, first: PromiseLike<unknown>): Promise<RequestContext> {
    let pending: PromiseLike<unknown> | undefined = first;
    while (pending !== undefined) {
      try {
        exchange.value = await pending;
      } catch (error) {
        fail(exchange, error);
      }
      // A response to the exceeded time limit was sent instead.
      if (exchange.isAbandoned) return exchange.context;
      pending = this.#advance(exchange);
    }
    return this.#end(exchange);
  }

  #perform(exchange: Exchange): unknown {
    switch (exchange.next++) {
      case START_REQUEST:
        return this.#startRequest(exchange);
      case RESOLVE_CONTROLLER:
        return this.#resolveController(exchange);
      case RESOLVE_ARGUMENTS:
        return this.#resolveArguments(exchange);
      case CALL_CONTROLLER:
        return callController(exchange.context, exchange.controller!, exchange.args!);
      case CREATE_RESPONSE:
        return this.#createResponse(exchange);
      case COMPLETE_RESPONSE:
        return this.#completeResponse(exchange);
      case FINISH_REQUEST:
        return this.#finishRequest(exchange);
      case HANDLE_ERROR:
        return this.#handleError(exchange);
      default:
        return this.#respondToError(exchange);
    }
  }

  #startRequest(exchange: Exchange): MaybePromise<void> {
    const { context } = exchange;
    const event = (exchange.event = new RequestEvent(context));
    return this.#dispatch(KernelEvents.request, event, context.plan[KernelEvents.request]);
  }

  #resolveController(exchange: Exchange): MaybePromise<void> {
    const { context } = exchange;
    const { failure, response } = exchange.event as RequestEvent;
    if (failure !== undefined) return fail(exchange, failure);
    if (response !== undefined) return respond(exchange, response);
    exchange.controller = findController(context);
    // The router listener has set the plan of the route.
    const listeners = context.plan[KernelEvents.controller];
    if (!hasListeners(listeners, context)) return;
    const event = new ControllerEvent(context, exchange.controller);
    const pending = this.#dispatch(KernelEvents.controller, event, listeners);
    return andThen(pending, () => void (exchange.controller = event.controller));
  }

  #resolveArguments(exchange: Exchange): MaybePromise<void> {
    const { context, controller } = exchange;
    exchange.args = [spreadable(new HandlerInput(context, this.#parts.services))];
    const listeners = context.plan[KernelEvents.controllerArguments];
    if (!hasListeners(listeners, context)) return;
    const event = new ControllerArgumentsEvent(context, controller!, exchange.args);
    const pending = this.#dispatch(KernelEvents.controllerArguments, event, listeners);
    return andThen(pending, () => {
      exchange.args = event.args;
      if (event.response !== undefined) respond(exchange, event.response);
    });
  }

  #createResponse(exchange: Exchange): MaybePromise<void> {
    const { context, value } = exchange;
    exchange.response = toResponse(value);
    if (exchange.response !== undefined) return;
    const event = (exchange.event = new ViewEvent(context, value));
    return this.#dispatch(KernelEvents.view, event, context.plan[KernelEvents.view]);
  }

  // The response exists, also after an error: listeners complete it.
  #completeResponse(exchange: Exchange): MaybePromise<void> {
    const { context } = exchange;
    if (exchange.response === undefined) {
      const { response, value } = exchange.event as ViewEvent;
      if (response === undefined) throw new NoResponseError(context, value);
      exchange.response = response;
    }
    const event = (exchange.event = new ResponseEvent(context, exchange.response));
    return this.#dispatch(KernelEvents.response, event, context.plan[KernelEvents.response]);
  }

  #finishRequest(exchange: Exchange): MaybePromise<void> {
    const { context } = exchange;
    exchange.response = (exchange.event as ResponseEvent).response;
    exchange.next = END;
    const event = new FinishRequestEvent(context);
    return this.#dispatch(KernelEvents.finishRequest, event, context.plan[KernelEvents.finishRequest]);
  }

  #handleError(exchange: Exchange): MaybePromise<void> {
    const { context, errors } = exchange;
    const event = (exchange.event = new ExceptionEvent(context, errors![0]));
    return this.#dispatch(KernelEvents.exception, event, context.plan[KernelEvents.exception]);
  }

  #respondToError(exchange: Exchange): void {
    const { response, error, report } = exchange.event as ExceptionEvent;
    exchange.report = report;
    respond(exchange, response ?? this.#parts.lastResort(exchange.context, error));
  }

  #end(exchange: Exchange): RequestContext {
    const { context, errors } = exchange;
    context.response = exchange.response ?? this.#parts.lastResort(context, errors?.[0]);
    if (errors !== undefined) this.#report(context, errors, exchange.report);
    return context;
  }

  // A request that exceeds its time limit is answered by the error handling, like any other failed request, and later
  // results of it are ignored. If completing the 503 response exceeds the limit too, it is sent as it is.
  #answerLate(exchange: Exchange): RequestContext | Promise<RequestContext> {
    const { context } = exchange;
    // The response may have been completed after the timer fired.
    if (context.response !== undefined) return context;
    exchange.isAbandoned = true;
    if (exchange.isLate) return this.#end(exchange);
    const second = new Exchange(context);
    second.isLate = true;
    const error = this.#parts.timeUp(context);
    context.abandon(error);
    fail(second, error);
    return this.#run(second);
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

// The steps in their order. The error steps follow the others.
const START_REQUEST = 0;
const RESOLVE_CONTROLLER = 1;
const RESOLVE_ARGUMENTS = 2;
const CALL_CONTROLLER = 3;
const CREATE_RESPONSE = 4;
const COMPLETE_RESPONSE = 5;
const FINISH_REQUEST = 6;
const HANDLE_ERROR = 7;
const RESPOND_TO_ERROR = 8;
const END = 9;

/** The state of one request in the kernel. */
class Exchange {
  readonly context: RequestContext;
  next: number = START_REQUEST;
  /** The value of the last step. */
  value: unknown = undefined;
  event: object | undefined = undefined;
  controller: Controller | undefined = undefined;
  args: unknown[] | undefined = undefined;
  response: HttpResponse | undefined = undefined;
  /** All thrown values, in order; undefined before the first. */
  errors: unknown[] | undefined = undefined;
  report: ((errors: readonly unknown[]) => void) | undefined = undefined;
  /** Whether it creates the response to a request that exceeded its time limit. */
  isLate = false;
  /** Whether its results are ignored. */
  isAbandoned = false;

  constructor(context: RequestContext) {
    this.context = context;
  }
}

function respond(exchange: Exchange, response: HttpResponse): void {
  exchange.response = response;
  exchange.next = COMPLETE_RESPONSE;
}

/**
 * Continues with the error steps. An error of the error handling is reported together with the first one, and must not start the error
 * handling again.
 */
function fail(exchange: Exchange, error: unknown): void {
  const { errors, next } = exchange;
  if (exchange.isAbandoned) return;
  if (errors === undefined) {
    exchange.errors = [error];
    exchange.context.error = error;
    exchange.next = HANDLE_ERROR;
  } else {
    errors.push(error);
    exchange.next = next === RESPOND_TO_ERROR ? RESPOND_TO_ERROR : END;
  }
}

/**
 * Returns the result of `work`, or that of `answerLate` if the time limit of a request is exceeded first. Reading the body has its own
 * limits, so time spent waiting for the client does not count.
 */
function answerInTime<T>(
  work: Promise<T>,
  milliseconds: number,
  context: RequestContext,
  answerLate: () => T | PromiseLike<T>,
): Promise<T> {
  return new Promise((resolve) => {
    let excluded = getBodyWait(context);
    const expire = (): void => {
      const more = getBodyWait(context) - excluded;
      if (more <= 0) return resolve(answerLate());
      excluded += more;
      timer = setTimeout(expire, Math.ceil(more));
    };
    let timer = setTimeout(expire, milliseconds);
    work.then((result) => {
      clearTimeout(timer);
      resolve(result);
    }, ignore);
  });
}

function ignore(): void {}

function getBodyWait(context: RequestContext): number {
  return context.incoming.body.waited ?? 0;
}
