import type { Decision } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';
import { said } from './said.ts';

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
};
