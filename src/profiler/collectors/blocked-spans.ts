import type { Span } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';
import { EVENT_LOOP_BLOCK } from '../findings/time.ts';
import type { EventLoopWatch } from '../watch-event-loop.ts';

/** A collector of spans, with what kept the event loop busy meanwhile among them, whichever request it was that did. */
export function withBlocks(spans: Collector, loop: Pick<EventLoopWatch, 'between'>): Collector {
  return {
    name: spans.name,
    collect(subject) {
      const collected = spans.collect(subject) as readonly Span[];
      const { began } = subject.context.trace;
      const blocks = loop.between(began, began + subject.delivery.milliseconds);
      if (blocks.length === 0) return collected;
      const last = collected.reduce((most, { id }) => Math.max(most, id), 0);
      return [
        ...collected,
        ...blocks.map(({ start, duration }, index): Span => {
          const id = last + index + 1;
          return { id, parent: 0, kind: 'kernel', name: EVENT_LOOP_BLOCK, start: start - began, duration };
        }),
      ];
    },
  };
}
