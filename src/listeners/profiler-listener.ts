import type { Subscriber } from '../events/index.ts';
import type { ExceptionEvent, RequestContext, ResponseEvent, TerminateEvent } from '../kernel/index.ts';
import type { Profiler } from '../profiler/index.ts';

/** Does this request get no profile? The profiler's own pages, and whatever the configuration leaves out. */
export type LeaveOut = (context: RequestContext) => boolean;

/**
 * Lets the profiler see a request: names the profile on the answer, and hands everything over after the last byte. On
 * the way it does nothing more.
 */
export class ProfilerListener implements Subscriber {
  readonly name = 'ProfilerListener';
  readonly on = {
    'kernel.exception': (event: ExceptionEvent) => this.onException(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
    'kernel.terminate': (event: TerminateEvent) => this.onTerminate(event),
  };
  readonly #profiler: Profiler;
  readonly #leaveOut: LeaveOut;

  constructor(profiler: Profiler, leaveOut: LeaveOut) {
    this.#profiler = profiler;
    this.#leaveOut = leaveOut;
  }

  /** The error page links to the profile, so its name is taken now. */
  onException({ context }: ExceptionEvent): void {
    if (context.parent === undefined && !this.#leaveOut(context)) this.#profiler.tokenFor(context);
  }

  onResponse({ context, response }: ResponseEvent): void {
    if (context.parent !== undefined || this.#leaveOut(context) || !this.#profiler.wants(context, response)) return;
    const token = this.#profiler.tokenFor(context);
    if (token === undefined) return;
    response.headers.list.push('X-Debug-Token', token, 'X-Debug-Token-Link', `${context.origin}/_profiler/${token}`);
    this.#profiler.watchResponse(context, response);
  }

  onTerminate({ context, response, delivery }: TerminateEvent): void {
    if (!this.#leaveOut(context)) this.#profiler.save(context, response, delivery);
  }
}
