import type { Decision } from '../../core/trace/trace.ts';
import type { Collector } from '../collector.ts';
import { writeAll, writeDecision } from '../store/packing/part-writers.ts';
import { said, tellerOf } from './said.ts';

/** What was decided, and why. */
export const decisionsCollector: Collector = {
  name: 'decisions',
  collect({ context, redactor }): readonly Decision[] {
    return context.trace.decisions.map(({ subject, outcome, because }) => ({
      subject: said(subject, redactor),
      outcome: said(outcome, redactor),
      because: said(because, redactor),
    }));
  },
  write({ context, redactor }, to) {
    const tell = tellerOf(redactor);
    writeAll(to, context.trace.decisions, (_to, decision) => writeDecision(to, decision, tell));
  },
};
