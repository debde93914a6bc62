import { describeCompleteness, measureCompleteness } from './completeness.ts';
import { finding } from './facts.ts';
import type { Rule } from './facts.ts';

const WORK: ReadonlySet<string> = new Set(['db', 'http', 'cache', 'mail', 'hub']);

/** Reports queries, calls and messages that had not ended when the profile was created, or began after the response. */
export const unfinishedRule: Rule = ({ summary, data }) => {
  const { running, late } = measureCompleteness({ summary, data }, WORK);
  const [first, ...rest] = describeCompleteness({ running, late, dropped: 0 });
  if (first === undefined) return undefined;
  return finding('unfinished', 'info', 'timeline', `Of the queries and calls, ${[first, ...rest].join('; ')}`);
};

/** Reports that a profile does not have all entries, so that other findings count too few. */
export const notKeptRule: Rule = ({ summary, data }) => {
  const { dropped } = measureCompleteness({ summary, data });
  const [text] = describeCompleteness({ running: 0, late: 0, dropped });
  if (text === undefined) return undefined;
  return finding(
    'not-kept',
    'warning',
    'timeline',
    `Of the spans and log records, ${text}; other findings count what was kept`,
  );
};
