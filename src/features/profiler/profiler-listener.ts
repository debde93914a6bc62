import type { Subscriber } from '../../core/events/subscriber.ts';
import type { ExceptionEvent, RequestContext, ResponseEvent, TerminateEvent } from '../../core/kernel/events.ts';
import type { Profiler } from '../../profiler/recorder/profiler.ts';
import type { ProfileLink } from '../../core/listeners/profile-link.ts';

/** What the profiler's listener is told about requests. */
export interface ProfilerListenerOptions {
  /** Does this request get no profile, whatever else holds? The profiler's own pages do not. */
  readonly leaveOut: (context: RequestContext) => boolean;
  /** Was it asked for this one request that it be recorded? */
  readonly isDemanded: (context: RequestContext) => boolean;
  /** Is nothing recorded that was not asked for, not even a request that fails? */
  readonly onlyOnDemand: boolean;
  /** May the client learn the token of its profile? */
  readonly mayExpose: (context: RequestContext) => boolean;
  readonly link: ProfileLink;
}

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
  readonly #options: ProfilerListenerOptions;

  constructor(profiler: Profiler, options: ProfilerListenerOptions) {
    this.#profiler = profiler;
    this.#options = options;
  }

  /** The error page links to the profile, so its name is taken now. */
  onException({ context }: ExceptionEvent): void {
    const { leaveOut, isDemanded, onlyOnDemand } = this.#options;
    if (context.parent !== undefined || leaveOut(context)) return;
    if (!onlyOnDemand || isDemanded(context)) this.#profiler.tokenFor(context);
  }

  onResponse({ context, response }: ResponseEvent): void {
    const { leaveOut, isDemanded, link } = this.#options;
    if (context.parent !== undefined || leaveOut(context)) return;
    if (!this.#profiler.wants(context, response) && !isDemanded(context)) return;
    const token = this.#profiler.tokenFor(context);
    if (token === undefined) return;
    if (this.#options.mayExpose(context)) {
      response.headers.list.push('X-Debug-Token', token);
      const address = link(context);
      if (address !== undefined) response.headers.list.push('X-Debug-Token-Link', address);
    }
    this.#profiler.watchResponse(context, response);
  }

  onTerminate({ context, response, delivery }: TerminateEvent): void {
    if (!this.#options.leaveOut(context)) this.#profiler.save(context, response, delivery);
  }
}
