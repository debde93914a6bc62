import { finding, milliseconds, quoted } from './facts.ts';
import type { Rule } from './facts.ts';
import { nameOfQuery } from './query-name.ts';

/** Milliseconds from which on a query counts as slow, in findings and in the database panel. */
export const SLOW_QUERY_MS = 50;

/** One query that took longer than it should. */
export const slowQueryRule: Rule = ({ queries }) => {
  const slow = queries.filter(({ duration }) => duration >= SLOW_QUERY_MS).sort((a, b) => b.duration - a.duration);
  const [slowest, ...others] = slow;
  if (!slowest) return undefined;
  const from = slowest.caller === undefined ? '' : ` from ${slowest.caller}`;
  const more = others.length === 0 ? '' : `, and ${others.length} more of at least ${SLOW_QUERY_MS} ms`;
  return finding(
    'slow-query',
    'warning',
    'database',
    `Slow query: ${quoted(nameOfQuery(slowest.sql))} took ${milliseconds(slowest.duration)}${from}${more}`,
  );
};
