import { StoppableEvent } from '../events/dispatcher.ts';
import type { Plan } from '../events/dispatcher.ts';
import type { HttpContext, Delivery, HttpResponse, ResponseBody } from 'oriel-core/http';
import { HttpResponse as Reply } from 'oriel-core/http';
import type { Trace } from 'oriel-core/trace';

/** The context of a request, with the types of the kernel and its listeners. */
export type RequestContext = HttpContext<Plan, Trace>;
export type Controller = (...args: never[]) => unknown;

/** An event whose listeners can set the response, which stops it. */
class AnswerableEvent extends StoppableEvent {
  readonly context: RequestContext;
  response: HttpResponse | undefined = undefined;

  constructor(context: RequestContext) {
    super();
    this.context = context;
  }

  /** The request as a web `Request`, created on first use. */
  get request(): Request {
    return this.context.request;
  }

  /** Sets the response, an `HttpResponse` or a web `Response`, and stops the event: later listeners are not called. */
  respond(response: HttpResponse | Response): void {
    this.response = toHttpResponse(response);
    this.stop();
  }
}

/** `kernel.request` */
export class RequestEvent extends AnswerableEvent {
  failure: unknown = undefined;

  /** Fails the request as if `error` had been thrown. For expected errors, because unwinding the stack is expensive. */
  fail(error: unknown): void {
    this.failure = error;
    this.stop();
  }
}

/** `kernel.view`: the controller returned `value`, which is not a response. */
export class ViewEvent extends AnswerableEvent {
  value: unknown;
  status = 200;
  headers: Readonly<Record<string, string | readonly string[]>> | undefined = undefined;
  /** The result of serializing `value`. */
  body: ResponseBody = null;
  contentType = '';

  constructor(context: RequestContext, value: unknown) {
    super(context);
    this.value = value;
  }
}

/** `kernel.exception`: `error` is the thrown value, of any type. */
export class ExceptionEvent extends AnswerableEvent {
  error: unknown;
  /** A listener that logs sets this function. It is called once, when all errors of the request are known. */
  report: ((errors: readonly unknown[]) => void) | undefined = undefined;

  constructor(context: RequestContext, error: unknown) {
    super(context);
    this.error = error;
  }
}

/** `kernel.controller` */
export class ControllerEvent extends StoppableEvent {
  readonly context: RequestContext;
  controller: Controller;

  constructor(context: RequestContext, controller: Controller) {
    super();
    this.context = context;
    this.controller = controller;
  }
}

/** `kernel.controller_arguments`: if a listener sets a response, the controller is not called. */
export class ControllerArgumentsEvent extends AnswerableEvent {
  readonly controller: Controller;
  args: unknown[];

  constructor(context: RequestContext, controller: Controller, args: unknown[]) {
    super(context);
    this.controller = controller;
    this.args = args;
  }
}

/** `kernel.response`: change `response` or replace it. */
export class ResponseEvent extends StoppableEvent {
  readonly context: RequestContext;
  #response: HttpResponse;

  constructor(context: RequestContext, response: HttpResponse) {
    super();
    this.context = context;
    this.#response = response;
  }

  get response(): HttpResponse {
    return this.#response;
  }

  set response(response: HttpResponse | Response) {
    this.#response = toHttpResponse(response);
  }
}

/** `kernel.finish_request` */
export class FinishRequestEvent {
  readonly context: RequestContext;

  constructor(context: RequestContext) {
    this.context = context;
  }
}

/** `kernel.terminate` */
export class TerminateEvent {
  readonly context: RequestContext;
  readonly response: HttpResponse;
  readonly delivery: Delivery;

  constructor(context: RequestContext, response: HttpResponse, delivery: Delivery) {
    this.context = context;
    this.response = response;
    this.delivery = delivery;
  }
}

function toHttpResponse(response: HttpResponse | Response): HttpResponse {
  return response instanceof Reply ? response : Reply.fromWeb(response);
}

/** The events of a request, in the order in which they are dispatched. */
export const KernelEvents = Object.freeze({
  /** A request was received: find its route, authenticate it, or respond at once. */
  request: 'kernel.request',
  /** The controller was determined: replace it. */
  controller: 'kernel.controller',
  /** The arguments of the controller were determined: check or change them. */
  controllerArguments: 'kernel.controller_arguments',
  /** The controller returned plain data: convert it to a response. */
  view: 'kernel.view',
  /** There is a response, also after an error: complete it. */
  response: 'kernel.response',
  /** The request is complete and its response not yet sent: restore what the request changed. */
  finishRequest: 'kernel.finish_request',
  /** The last byte was sent: do work that the client need not wait for. */
  terminate: 'kernel.terminate',
  /** A listener or the controller threw: convert the error to a response. */
  exception: 'kernel.exception',
});
