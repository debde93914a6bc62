import type { Decision } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';

/** What was decided, and why. */
export const decisionsCollector: Collector = {
  name: 'decisions',
  collect({ context, redactor }): readonly Decision[] {
    return context.trace.decisions.map(({ subject, outcome, because }) => ({
      subject,
      outcome: redactor.text(outcome),
      because: redactor.text(because),
    }));
  },
};
