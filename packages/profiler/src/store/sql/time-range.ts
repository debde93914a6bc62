import type { QueryTerm } from '../search/profile-query.ts';

export type TimeRange = readonly [from: number, to: number];

/** Returns the times between which the profiles of a query can be. */
export function getTimeRange(terms: readonly QueryTerm[]): TimeRange {
  const ranges = terms.filter(({ field, negated }) => field === 'time' && !negated).flatMap(getRange);
  return [Math.max(-FOREVER, ...ranges.map(([from]) => from)), Math.min(FOREVER, ...ranges.map(([, to]) => to))];
}

// Both ends may lie a little outside, because the condition of the query applies as well.
function getRange({ operator, value, to }: QueryTerm): TimeRange[] {
  if (typeof value !== 'number') return [];
  if (operator === 'is') return [[value, value]];
  if (operator === 'between') return [[value, to ?? value]];
  if (operator === 'at-least' || operator === 'more-than') return [[value, FOREVER]];
  if (operator === 'at-most' || operator === 'less-than') return [[-FOREVER, value]];
  return [];
}

const FOREVER = 1e15;
