import { finding, list } from './facts.ts';
import type { Rule } from './facts.ts';

/** Which limit had no room, and for whom; or that nobody could count. */
export const limitedRule: Rule = ({ summary: { status }, data }) => {
  const limits = list(data.limits);
  const full = limits.find(({ outcome }) => outcome === 'has no room');
  if (status === 429 && full) return finding('limited', 'warning', 'limits', `429 by ${full.name}: ${full.because}`);
  const uncounted = limits.find(({ outcome }) => outcome === 'not counted');
  return (
    uncounted && finding('limited', 'warning', 'limits', `${uncounted.name} was not counted: ${uncounted.because}`)
  );
};
