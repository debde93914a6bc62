import { finding, list } from './facts.ts';
import type { Rule } from './facts.ts';

/** Why a request was refused: by a rule, by the firewall or as forged. */
export const refusedRule: Rule = ({ summary: { status }, data }) => {
  if (status !== 401 && status !== 403 && status !== 404) return undefined;
  const refused = list(data.decisions).findLast(
    ({ subject, outcome }) =>
      (subject === 'access' && (outcome === 'refused' || outcome === 'hidden')) ||
      ((subject === 'user' || subject === 'csrf') && outcome === 'refused'),
  );
  if (refused === undefined) return undefined;
  const hidden = refused.outcome === 'hidden' ? ', and hidden' : '';
  const by = refused.subject === 'csrf' ? ' by the check against forged requests (CSRF)' : hidden;
  return finding('refused', status === 404 ? 'info' : 'warning', 'security', `${status}${by}: ${refused.because}`);
};
