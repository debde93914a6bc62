import type { Span } from '../../core/trace/span.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { EVENT_LOOP_BLOCK } from '../findings/time.ts';
import type { EventLoopWatch } from '../recorder/watch-event-loop.ts';
import { spansCollector, writeSpans } from './spans-collector.ts';

/** The spans, with what kept the event loop busy meanwhile among them, whichever request it was that did. */
export function spansWithBlocks(loop: Pick<EventLoopWatch, 'between'>): Collector {
  return {
    name: spansCollector.name,
    collect(subject) {
      const collected = spansCollector.collect(subject) as readonly Span[];
      return [...collected, ...blocksIn(loop, subject)];
    },
    write(subject, to) {
      const { spans } = subject.context.trace;
      const blocks = blocksIn(loop, subject);
      writeSpans(to, blocks.length === 0 ? spans : [...spans, ...blocks], subject.redactor);
    },
  };
}

function blocksIn(loop: Pick<EventLoopWatch, 'between'>, { context, delivery }: CollectorSubject): readonly Span[] {
  const { began, spans } = context.trace;
  const blocks = loop.between(began, began + delivery.milliseconds);
  if (blocks.length === 0) return NONE;
  const last = spans.reduce((most, { id }) => Math.max(most, id), 0);
  return blocks.map(({ start, duration }, index): Span => {
    const id = last + index + 1;
    return { id, parent: 0, kind: 'kernel', name: EVENT_LOOP_BLOCK, start: start - began, duration };
  });
}

const NONE: readonly Span[] = [];
