import { finding, list, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

/** Something was told to those who may hear it, and there can be none. */
export const unheardRule: Rule = ({ data }) => {
  const unheard = list(data.decisions).find(({ subject }) => subject === 'hub unheard');
  if (unheard === undefined) return undefined;
  return finding(
    'unheard',
    'warning',
    'hub',
    `${quoted(unheard.outcome)} was published, but nobody may receive it: ${unheard.because}`,
  );
};
