import { finding, list, quoted } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

/** A change that was refused because it is based on another state of the item, and the tag of the current one. */
export const preconditionFailedRule: Rule = (facts) => {
  if (facts.summary.status !== 412) return undefined;
  const decisions = list(facts.data.decisions);
  const current = decisions.findLast(({ subject }) => subject === 'current tag')?.outcome;
  const failed = decisions.findLast(({ subject, outcome }) => subject === 'precondition' && outcome === 'failed');
  const sent = sentBy(facts);
  const why = sent ?? failed?.because ?? 'a precondition does not hold';
  const now = current === undefined ? '' : `; the current ETag is ${quoted(current)}`;
  return finding('precondition-failed', 'warning', 'cache', `412: ${why}${now}`);
};

function sentBy({ requestHeader }: Facts): string | undefined {
  const [ifMatch, ifNoneMatch] = [requestHeader('if-match'), requestHeader('if-none-match')];
  if (ifMatch !== undefined) return `If-Match was ${quoted(ifMatch)}`;
  return ifNoneMatch === undefined ? undefined : `If-None-Match was ${quoted(ifNoneMatch)}`;
}
