import type { ListenerCall } from '../../core/trace/trace.ts';
import type { Collector } from '../collector.ts';
import { writeAll, writeCall } from '../store/packing/part-writers.ts';

/** Who was called, in order, and what each changed. */
export const pipelineCollector: Collector = {
  name: 'pipeline',
  collect({ context, redactor }): readonly ListenerCall[] {
    return context.trace.listeners.map((call) =>
      call.changes === undefined
        ? call
        : { ...call, changes: call.changes.map((change) => redactor.headerText(change)) },
    );
  },
  write({ context, redactor }, to) {
    const way = redactor.ways.headerText;
    writeAll(to, context.trace.listeners, (_to, call) => writeCall(to, call, way));
  },
};
