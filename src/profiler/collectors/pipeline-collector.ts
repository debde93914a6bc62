import type { ListenerCall } from '../../core/trace/trace.ts';
import type { Collector } from '../collector.ts';

/** Collects the calls of listeners, in order, and what each changed. */
export const pipelineCollector: Collector = {
  name: 'pipeline',
  collect({ context, redactor }): readonly ListenerCall[] {
    return context.trace.listeners.map((call) =>
      call.changes === undefined
        ? call
        : { ...call, changes: call.changes.map((change) => redactor.headerText(change)) },
    );
  },
};
