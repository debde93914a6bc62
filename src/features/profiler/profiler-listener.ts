import type { Subscriber } from '../../core/events/subscriber.ts';
import type { ExceptionEvent, RequestContext, ResponseEvent, TerminateEvent } from '../../core/kernel/events.ts';
import type { Profiler } from '../../profiler/recorder/profiler.ts';
import type { ProfileLink } from '../../core/listeners/profile-link.ts';

/** Decisions of the host about the recording of a request. */
export interface ProfilerListenerOptions {
  /** Is the request never recorded? True for the pages of the profiler. */
  readonly leaveOut: (context: RequestContext) => boolean;
  /** Does the request carry a valid signed header that demands its recording? */
  readonly isDemanded: (context: RequestContext) => boolean;
  /** Are only demanded requests recorded? */
  readonly onlyOnDemand: boolean;
  /** May the response have the token of the profile? */
  readonly mayExpose: (context: RequestContext) => boolean;
  readonly link: ProfileLink;
}

/**
 * Passes requests to the profiler: sends the token of the profile with the response and saves the profile after the last
 * byte.
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

  /** Takes the token now, because the error page links to the profile. */
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
