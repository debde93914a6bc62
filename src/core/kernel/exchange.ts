import type { Dispatcher, Listener } from '../events/dispatcher.ts';
import { HttpResponse } from '../http/response.ts';
import type { Deadline } from '../http/deadlines.ts';
import type { Controller, RequestContext } from './events.ts';
import { isWebResponse } from './web-response.ts';

/** The state of one request in the kernel. */
export class Exchange {
  readonly context: RequestContext;
  readonly dispatcher: Dispatcher;
  controller: Controller | undefined = undefined;
  args: unknown[] | undefined = undefined;
  result: unknown = undefined;
  response: HttpResponse | undefined = undefined;
  /** The event that the current step has dispatched; undefined if it has dispatched none. */
  event: unknown = undefined;
  /** The error of the last step, if it failed without throwing. */
  failure: unknown = undefined;
  /** All thrown values, in order; undefined before the first. */
  errors: unknown[] | undefined = undefined;
  report: ((errors: readonly unknown[]) => void) | undefined = undefined;
  /** Called with the context that has the response, if the response was awaited. */
  answer: ((answered: RequestContext | PromiseLike<RequestContext>) => void) | undefined = undefined;
  /** Called when the time limit is exceeded. */
  late: (() => void) | undefined = undefined;
  /** Its entry in the list of requests with a time limit. */
  wait: Deadline<Exchange> | undefined = undefined;
  /** Milliseconds by which its time limit was extended, because it waited for the body. */
  extended = 0;
  /** The timer of the extended time limit. */
  extension: NodeJS.Timeout | undefined = undefined;
  /** Whether this exchange completes the response to a request that exceeded its time limit. */
  completing = false;
  /** Whether the response was given, here or by another exchange. Later results of this exchange are ignored. */
  over = false;

  constructor(context: RequestContext, dispatcher: Dispatcher) {
    this.context = context;
    this.dispatcher = dispatcher;
  }

  /** Dispatches `event` to these listeners, those of the plan, and keeps the payload for the end of the step. */
  dispatch(event: string, payload: object, listeners: readonly Listener<never>[]): void | PromiseLike<void> {
    this.event = payload;
    return this.dispatcher.dispatch(event, payload, this.context, listeners);
  }

  /** Stores the result of the controller: a response, or data that a listener converts to one. */
  give(result: unknown): void {
    // A copy, because a handler may return the same response again, and listeners add headers of this request.
    if (result instanceof HttpResponse)
      this.response = new HttpResponse(result.status, result.headers.list.slice(), result.body);
    else if (isWebResponse(result)) this.response = HttpResponse.fromWeb(result);
    else this.result = result;
  }
}
