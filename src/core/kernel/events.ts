import { StoppableEvent } from '../events/stoppable-event.ts';
import type { Plan } from '../events/dispatcher.ts';
import type { HttpContext } from '../http/context.ts';
import type { HttpResponse, ResponseBody } from '../http/response.ts';
import { HttpResponse as Reply } from '../http/response.ts';
import type { Trace } from '../trace/trace.ts';

/** The notebook as the kernel and its listeners know it. */
export type RequestContext = HttpContext<Plan, Trace>;
/** What a route calls. */
export type Controller = (...args: never[]) => unknown;

/** An event whose listeners can give the response, which ends it. */
class AnswerableEvent extends StoppableEvent {
  readonly context: RequestContext;
  response: HttpResponse | undefined = undefined;

  constructor(context: RequestContext) {
    super();
    this.context = context;
  }

  /** The request as a web `Request`, built on first demand. */
  get request(): Request {
    return this.context.request;
  }

  /** Answers now: with an `HttpResponse`, or a web `Response`. Listeners after this one are not reached. */
  respond(response: HttpResponse | Response): void {
    this.response = toHttpResponse(response);
    this.stop();
  }
}

/** `kernel.request` */
export class RequestEvent extends AnswerableEvent {
  failure: unknown = undefined;

  /** The same as throwing `error`, for outcomes that are no accident: unwinding the stack costs more than answering. */
  fail(error: unknown): void {
    this.failure = error;
    this.stop();
  }
}

/** `kernel.view`: the controller gave `value`, which is no response. */
export class ViewEvent extends AnswerableEvent {
  value: unknown;
  status = 200;
  headers: Readonly<Record<string, string>> | undefined = undefined;
  /** What serializing made of `value`. */
  body: ResponseBody = null;
  contentType = '';

  constructor(context: RequestContext, value: unknown) {
    super(context);
    this.value = value;
  }
}

/** `kernel.exception`: `error` is what was thrown, whatever it is. */
export class ExceptionEvent extends AnswerableEvent {
  error: unknown;
  /** Whoever logs puts the writing here; it happens once, when it is known what else went wrong. */
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

/** `kernel.controller_arguments`: a response given here spares the controller its work. */
export class ControllerArgumentsEvent extends AnswerableEvent {
  readonly controller: Controller;
  args: unknown[];

  constructor(context: RequestContext, controller: Controller, args: unknown[]) {
    super(context);
    this.controller = controller;
    this.args = args;
  }
}

/** `kernel.response`: change `response`, or put another in its place. */
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

/** What became of the response on its way out. */
export interface Delivered {
  readonly bytes: number;
  readonly milliseconds: number;
  /** Milliseconds until the head of the answer left; undefined where no connection tells. */
  readonly firstByte?: number | undefined;
  /** The client went away, or the body broke, before the last byte. */
  readonly aborted: boolean;
}

/** `kernel.terminate` */
export class TerminateEvent {
  readonly context: RequestContext;
  readonly response: HttpResponse;
  readonly delivery: Delivered;

  constructor(context: RequestContext, response: HttpResponse, delivery: Delivered) {
    this.context = context;
    this.response = response;
    this.delivery = delivery;
  }
}

function toHttpResponse(response: HttpResponse | Response): HttpResponse {
  return response instanceof Reply ? response : Reply.fromWeb(response);
}
