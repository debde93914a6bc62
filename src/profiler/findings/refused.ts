import { finding, list } from './facts.ts';
import type { Rule } from './facts.ts';

/** Why somebody was refused: what the rule or the firewall said, which the answer does not tell. */
export const refusedRule: Rule = ({ summary: { status }, data }) => {
  if (status !== 401 && status !== 403 && status !== 404) return undefined;
  const refused = list(data.decisions).findLast(
    ({ subject, outcome }) =>
      (subject === 'access' && (outcome === 'refused' || outcome === 'hidden')) ||
      (subject === 'user' && outcome === 'refused'),
  );
  if (refused === undefined) return undefined;
  const hidden = refused.outcome === 'hidden' ? ', and hidden' : '';
  return finding('refused', status === 404 ? 'info' : 'warning', 'security', `${status}${hidden}: ${refused.because}`);
};
