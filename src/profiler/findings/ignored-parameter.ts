import { didYouMean } from '../../core/http/did-you-mean.ts';
import { finding, list, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

/** A parameter of a list that nobody knows and that was let pass: the answer is not what was asked for. */
export const ignoredParameterRule: Rule = ({ data }) => {
  const { operation, run } = data;
  if (operation?.kind !== 'list') return undefined;
  const ignored = list(run?.ignored).filter((name) => !OF_OTHERS.test(name));
  const [first] = ignored;
  if (first === undefined) return undefined;
  const meant = didYouMean(first, list(operation.parameters));
  const more = ignored.length > 1 ? ` and ${ignored.length - 1} more` : '';
  const question = meant === undefined ? '' : `; did you mean ${quoted(meant, 60)}?`;
  return finding(
    'ignored-parameter',
    meant === undefined ? 'info' : 'warning',
    'operation',
    `${quoted(first, 60)}${more} had no effect on the list: nobody knows ${more === '' ? 'it' : 'them'}${question}`,
  );
};

// What advertisements, analytics and those who go around caches add to any address.
const OF_OTHERS =
  /^(?:utm_.*|mtm_.*|pk_.*|hsa_.*|[a-z]{0,4}clk?id|[gw]braid|gclsrc|mc_[ce]id|_ga|_gl|_|ts|t|cb|v|nocache|nonce|ref|source|rand(?:om)?)$/i;
