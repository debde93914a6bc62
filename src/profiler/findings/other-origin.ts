import { finding, list, quoted } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

/** A page asked beforehand for something that it may not send. */
export const preflightRefusedRule: Rule = ({ data }) => {
  const refused = list(data.decisions).find(
    ({ subject, outcome }) => subject === 'cors preflight' && outcome === 'refused',
  );
  return (
    refused &&
    finding('preflight-refused', 'warning', 'cors', `The preflight was refused: ${refused.because.slice(0, 200)}`)
  );
};

/** A page that the browser keeps the answer from, because its origin is not admitted. */
export const originNotListedRule: Rule = (facts) => {
  const origin = otherOrigin(facts);
  const { cors } = facts.data;
  if (origin === undefined || cors === undefined || facts.responseHeader(ALLOWED) !== undefined) return undefined;
  const why =
    cors.rule !== undefined
      ? `it is not listed in ${cors.rule['rule'] ?? 'cors'}`
      : cors.configured
        ? `no rule of cors is for ${quoted(facts.summary.path)}`
        : 'this host has no rules for other origins (cors)';
  return finding('origin-not-listed', 'warning', 'cors', `Pages of ${quoted(origin)} cannot read this answer: ${why}`);
};

/** A page that sent cookies to a rule without credentials: the browser keeps the answer from it all the same. */
export const credentialsNotAllowedRule: Rule = (facts) => {
  const origin = otherOrigin(facts);
  if (origin === undefined || facts.requestHeader('cookie') === undefined) return undefined;
  if (facts.responseHeader(ALLOWED) === undefined || facts.responseHeader(WITH_COOKIES) === 'true') return undefined;
  const text = `A page of ${quoted(origin)} sent cookies and cannot read this answer: its rule has no credentials: true`;
  return finding('credentials-not-allowed', 'warning', 'cors', text);
};

const ALLOWED = 'access-control-allow-origin';
const WITH_COOKIES = 'access-control-allow-credentials';

function otherOrigin({ summary, requestHeader }: Facts): string | undefined {
  const origin = requestHeader('origin');
  return origin === undefined || origin === URL.parse(summary.url)?.origin ? undefined : origin;
}
