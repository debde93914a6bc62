import type { Decision } from '../../core/trace/trace.ts';
import type { Collector } from '../collector.ts';
import { redactedText } from './redacted-text.ts';

/** Collects the decisions of the host and their reasons. */
export const decisionsCollector: Collector = {
  name: 'decisions',
  collect({ context, redactor }): readonly Decision[] {
    return context.trace.decisions.map(({ subject, outcome, because }) => ({
      subject: redactedText(subject, redactor),
      outcome: redactedText(outcome, redactor),
      because: redactedText(because, redactor),
    }));
  },
};
