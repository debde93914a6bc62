import type { Dispatcher, Listener } from '../events/dispatcher.ts';
import { HttpResponse } from '../http/response.ts';
import type { Deadline } from '../http/deadlines.ts';
import type { Controller, RequestContext } from './events.ts';
import { isWebResponse } from './web-response.ts';

/** How far one request has come on its way through the kernel. */
export class Exchange {
  readonly context: RequestContext;
  readonly dispatcher: Dispatcher;
  controller: Controller | undefined = undefined;
  args: unknown[] | undefined = undefined;
  result: unknown = undefined;
  response: HttpResponse | undefined = undefined;
  /** The event that the step under way has dispatched; undefined when it has none. */
  event: unknown = undefined;
  /** Why the step that just ended failed without throwing. */
  failure: unknown = undefined;
  /** Everything that was thrown, first things first; undefined as long as nothing was. */
  errors: unknown[] | undefined = undefined;
  report: ((errors: readonly unknown[]) => void) | undefined = undefined;
  /** Told whose answer there is, when somebody had to wait for it. */
  answer: ((answered: RequestContext | PromiseLike<RequestContext>) => void) | undefined = undefined;
  /** Told that the time is up. */
  late: (() => void) | undefined = undefined;
  /** Its place among those whose time is limited. */
  wait: Deadline<Exchange> | undefined = undefined;
  /** Milliseconds by which its time was extended, because it waited for the body. */
  extended = 0;
  /** Runs while its time is extended. */
  extension: NodeJS.Timeout | undefined = undefined;
  /** Does it complete the answer to a request whose time is up? */
  completing = false;
  /** The answer was given, here or elsewhere; what still happens here is nobody's. */
  over = false;

  constructor(context: RequestContext, dispatcher: Dispatcher) {
    this.context = context;
    this.dispatcher = dispatcher;
  }

  /** Calls these listeners, the ones of the plan for `event`; the event is kept for the step's end. */
  dispatch(event: string, payload: object, listeners: readonly Listener<never>[]): void | PromiseLike<void> {
    this.event = payload;
    return this.dispatcher.dispatch(event, payload, this.context, listeners);
  }

  /** Takes what the controller gave: a response, or data that somebody has to make one of. */
  give(result: unknown): void {
    // A copy, because handlers may keep a response and give it again, and what follows adds headers of this request.
    if (result instanceof HttpResponse)
      this.response = new HttpResponse(result.status, result.headers.list.slice(), result.body);
    else if (isWebResponse(result)) this.response = HttpResponse.fromWeb(result);
    else this.result = result;
  }
}
