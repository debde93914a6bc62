import type { HostExchange } from '../collector.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import type {
  ExceptionEvent,
  RequestContext,
  ResponseEvent,
  TerminateEvent,
  RequestEvent,
} from '../../kernel/events.ts';
import type { HttpResponse, ResponseBody } from 'oriel-core/http';
import type { Profiler, ProfilerAccess } from 'oriel/recorder';
import type { ProfileLink } from '../../listeners/profile-link.ts';
import { createUnroutedError } from '../../listeners/route-not-found.ts';
import { comparablePath } from '../../routing/request-path.ts';

/** Decisions of the host about the recording of a request. */
export interface ProfilerListenerOptions {
  /** Whether a request is never recorded, such as those for the pages of the profiler. */
  readonly leaveOut: (context: RequestContext) => boolean;
  /** Whether a request has a valid signed header that demands its recording. */
  readonly isDemanded: (context: RequestContext) => boolean;
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
export function createProfilerListener(
  profiler: Profiler<HostExchange>,
  { leaveOut, isDemanded, onlyOnDemand, mayExpose, link, toolbar }: ProfilerListenerOptions,
): Subscriber {
  // The bodies of responses with a toolbar as they were before.
  const pages = new WeakMap<HttpResponse, ResponseBody>();
  const addToolbar = (context: RequestContext, response: HttpResponse): void => {
    const { body } = response;
    const address = link(context);
    if (address === undefined) return;
    toolbar!(context, response, address);
    // The profile has the page of the application.
    if (response.body !== body) pages.set(response, body);
  };
  return {
    name: 'ProfilerListener',
    on: {
      // Takes the token now, because the error page links to the profile.
      'kernel.exception'({ context }: ExceptionEvent) {
        if (context.parent !== undefined || leaveOut(context)) return;
        if (!onlyOnDemand || isDemanded(context)) profiler.tokenFor(context);
      },
      'kernel.response'({ context, response }: ResponseEvent) {
        if (context.parent !== undefined || leaveOut(context)) return;
        if (isDemanded(context)) profiler.demand(context);
        else if (onlyOnDemand) return;
        const token = profiler.tokenFor(context);
        if (token === undefined) return;
        if (mayExpose(context)) {
          response.headers.list.push('X-Debug-Token', token);
          const address = link(context);
          if (address !== undefined) response.headers.list.push('X-Debug-Token-Link', address);
        }
        profiler.watchResponse(context, response);
        if (toolbar !== undefined) addToolbar(context, response);
      },
      'kernel.terminate'({ context, response, delivery }: TerminateEvent) {
        if (leaveOut(context)) return;
        const body = pages.get(response);
        const { status, headers } = response;
        profiler.save(context, body === undefined ? response : { status, headers, body }, delivery);
      },
    },
  };
}

/**
 * Gives requests to the pages of the profiler without its key the response of a path without a route. Runs before the
 * router, whose redirects, `Allow` headers and 405 responses would reveal that the pages exist.
 *
 * @param access requires the key
 */
export function createProfilerKeyListener(access: ProfilerAccess): Subscriber {
  return {
    name: 'ProfilerKeyListener',
    on: {
      'kernel.request'(event: RequestEvent) {
        const { context } = event;
        if (!isProfilerPath(comparablePath(context.path))) return;
        try {
          access.authorize(context);
        } catch {
          event.fail(createUnroutedError(context, context.path));
        }
      },
    },
  };
}

/** Returns whether a path is that of a page of the profiler, or one below. */
export function isProfilerPath(path: string): boolean {
  return OWN_PATHS.test(path);
}

const OWN_PATHS = /^\/_profiler(?:\/|$)/;
