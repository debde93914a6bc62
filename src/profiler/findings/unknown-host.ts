import { finding, list, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

/** A request that was sent to a name this host does not answer to. */
export const unknownHostRule: Rule = ({ summary, data }) => {
  if (summary.status < 400) return undefined;
  const refused = list(data.decisions).find(
    ({ subject, outcome }) => subject === 'host' && /unknown|refus|reject/i.test(outcome),
  );
  if (summary.status !== 421 && !refused && !isUnknownHost(data.response?.body?.content)) return undefined;
  const because = refused === undefined ? '' : `: ${refused.because.slice(0, 200)}`;
  return finding('unknown-host', 'warning', 'request', `The host ${quoted(summary.host)} is not served here${because}`);
};

function isUnknownHost(body: string | undefined): boolean {
  return body !== undefined && body.slice(0, 2_000).includes('"/problems/unknown-host"');
}
