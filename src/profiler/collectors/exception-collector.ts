import type { Collector } from '../collector.ts';

/**
 * What went wrong, as the view that the error page drew. The view is made by the errors room, which this one may not
 * know; whoever puts the profiler together hands its maker over.
 */
export function exceptionCollector(view: (subject: Parameters<Collector['collect']>[0]) => unknown): Collector {
  return { name: 'exception', collect: (subject) => (subject.context.error === undefined ? undefined : view(subject)) };
}
