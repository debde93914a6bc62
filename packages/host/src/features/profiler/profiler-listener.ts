import type { HostExchange } from '../collector.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import type { ExceptionEvent, RequestContext, ResponseEvent, TerminateEvent } from '../../kernel/events.ts';
import type { HttpResponse, ResponseBody } from 'oriel-core/http';
import type { Profiler } from 'oriel/recorder';
import type { ProfileLink } from '../../listeners/profile-link.ts';

/** Decisions of the host about the recording of a request. */
export interface ProfilerListenerOptions {
  /** Whether a request is never recorded, such as those for the pages of the profiler. */
  readonly leaveOut: (context: RequestContext) => boolean;
  /** Whether a request has a valid signed header that demands its recording. */
  readonly isDemanded: (context: RequestContext) => boolean;
  /** Whether only demanded requests are recorded. */
  readonly onlyOnDemand: boolean;
  /** Whether the response may have the token of the profile. */
  readonly mayExpose: (context: RequestContext) => boolean;
  readonly link: ProfileLink;
  /** Appends the toolbar to a page. Omitted if the host has none. */
  readonly toolbar?: ((context: RequestContext, response: HttpResponse, link: string) => void) | undefined;
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
  readonly #profiler: Profiler<HostExchange>;
  readonly #options: ProfilerListenerOptions;
  /** The bodies of responses with a toolbar as they were before. */
  readonly #pages = new WeakMap<HttpResponse, ResponseBody>();

  constructor(profiler: Profiler<HostExchange>, options: ProfilerListenerOptions) {
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
    const { leaveOut, isDemanded, onlyOnDemand, link } = this.#options;
    if (context.parent !== undefined || leaveOut(context)) return;
    if (isDemanded(context)) this.#profiler.demand(context);
    else if (onlyOnDemand) return;
    const token = this.#profiler.tokenFor(context);
    if (token === undefined) return;
    if (this.#options.mayExpose(context)) {
      response.headers.list.push('X-Debug-Token', token);
      const address = link(context);
      if (address !== undefined) response.headers.list.push('X-Debug-Token-Link', address);
    }
    this.#profiler.watchResponse(context, response);
    if (this.#options.toolbar !== undefined) this.#addToolbar(context, response);
  }

  onTerminate({ context, response, delivery }: TerminateEvent): void {
    if (this.#options.leaveOut(context)) return;
    const body = this.#pages.get(response);
    const { status, headers } = response;
    this.#profiler.save(context, body === undefined ? response : { status, headers, body }, delivery);
  }

  #addToolbar(context: RequestContext, response: HttpResponse): void {
    const { body } = response;
    const link = this.#options.link(context);
    if (link === undefined) return;
    this.#options.toolbar!(context, response, link);
    // The profile has the page of the application.
    if (response.body !== body) this.#pages.set(response, body);
  }
}
