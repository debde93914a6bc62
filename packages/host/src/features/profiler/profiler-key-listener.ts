import type { Subscriber } from '../../events/subscriber.ts';
import type { RequestEvent } from '../../kernel/events.ts';
import { createUnroutedError } from '../../listeners/route-not-found.ts';
import { comparablePath } from '../../routing/request-path.ts';
import type { ProfilerAccess } from 'oriel/recorder';

/**
 * Gives requests to the pages of the profiler without its key the response of a path without a route. Runs before the
 * router, whose redirects, `Allow` headers and 405 responses would reveal that the pages exist.
 */
export class ProfilerKeyListener implements Subscriber {
  readonly name = 'ProfilerKeyListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #access: ProfilerAccess;

  /** @param access requires the key */
  constructor(access: ProfilerAccess) {
    this.#access = access;
  }

  onRequest(event: RequestEvent): void {
    const { context } = event;
    if (!isProfilerPath(comparablePath(context.path))) return;
    try {
      this.#access.authorize(context);
    } catch {
      event.fail(createUnroutedError(context, context.path));
    }
  }
}

/** Returns whether a path is that of a page of the profiler, or one below. */
export function isProfilerPath(path: string): boolean {
  return OWN_PATHS.test(path);
}

const OWN_PATHS = /^\/_profiler(?:\/|$)/;
