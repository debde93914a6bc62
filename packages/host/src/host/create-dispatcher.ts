import type { Listener } from '../events/dispatcher.ts';
import { EventDispatcher, assertSharedStart } from '../events/dispatcher.ts';
import { TraceableDispatcher } from '../events/traceable-dispatcher.ts';
import { isPromise } from 'oriel-core/http';
import { changeObserver } from '../kernel/change-observer.ts';
import type { RequestContext, TerminateEvent } from '../kernel/events.ts';
import type { RouteCollection } from '../routing/route-collection.ts';
import type { Trace } from 'oriel-core/trace';
import { getData } from '../routes/route-table.ts';

/** Reports errors of listeners that failed after the response was sent. */
export type Report = (context: RequestContext, errors: readonly unknown[]) => void;

/** Creates the dispatcher of a host and, for each route, the plan of the listeners that apply to it. */
export function createDispatcher(
  listeners: readonly Listener<never>[],
  routes: RouteCollection,
  { traceable, report }: { readonly traceable: boolean; readonly report: Report },
): EventDispatcher {
  const dispatcher = traceable ? new TraceableDispatcher(getRecorder, changeObserver) : new EventDispatcher();
  for (const listener of listeners)
    dispatcher.add(listener.event === 'kernel.terminate' ? guarded(listener, report) : listener);
  dispatcher.freeze();
  assertSharedStart(dispatcher.listeners('kernel.request'), 'RouterListener');
  for (const route of routes) {
    const data = getData(route);
    data.plan = dispatcher.fold(data);
  }
  return dispatcher;
}

function getRecorder(holder: object): Trace | undefined {
  const { trace } = holder as RequestContext;
  return trace.recording ? trace : undefined;
}

// After the last byte, an error of one listener is reported and the next one is called.
function guarded(listener: Listener<never>, report: Report): Listener<never> {
  const handle = listener.handle as (event: TerminateEvent) => void | PromiseLike<void>;
  return {
    ...listener,
    handle: (event: TerminateEvent) => {
      try {
        const pending = handle(event);
        if (isPromise(pending))
          return Promise.resolve(pending).then(undefined, (error: unknown) => report(event.context, [error]));
      } catch (error) {
        report(event.context, [error]);
      }
    },
  };
}
