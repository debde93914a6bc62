import { finding, list, quoted } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

/** A session that was asked for and not found, or that the client will not bring again; and why. */
export const sessionCookieRule: Rule = (facts) => {
  const { session } = facts.data;
  if (session === undefined) return undefined;
  const why = notKept(facts) ?? notKnown(facts) ?? notSent(facts);
  return why === undefined ? undefined : finding('session-cookie', 'warning', 'session', why);
};

// Browsers drop a Secure cookie that comes in the clear, but for their own machine.
function notKept({ summary, data, requestHeader, responseHeader }: Facts): string | undefined {
  if (!list(data.session?.outcomes).some((each) => each === 'started' || each === 'regenerated')) return undefined;
  const cookie = responseHeader('set-cookie') ?? '';
  const isClear = summary.url.startsWith('http:');
  if (isClear && /;\s*secure\b/i.test(cookie) && !LOOPBACK.test(summary.host))
    return 'The session cookie is Secure and the request came by http: browsers drop it. Serve HTTPS, or name the proxy in `proxies`';
  if (isClear && requestHeader('x-forwarded-proto') === 'https')
    return 'The session cookie is not Secure, because nobody trusts the proxy that says https: name it in `proxies`';
  return undefined;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

function notKnown({ data }: Facts): string | undefined {
  const over = list(data.decisions).find(
    ({ subject, outcome }) => subject === 'session' && (outcome === 'expired' || outcome === 'unknown'),
  );
  if (over === undefined) return undefined;
  return `The session was ${over.outcome === 'expired' ? 'over' : 'not known'}: ${over.because.slice(0, 200)}`;
}

function notSent({ data, requestHeader }: Facts): string | undefined {
  const { session } = data;
  if (session?.hasCookie !== false || !list(session.outcomes).includes('none')) return undefined;
  const site = requestHeader('sec-fetch-site');
  if (site !== 'cross-site') return undefined;
  const from = requestHeader('origin') ?? requestHeader('referer') ?? 'another site';
  return `No session cookie came along: the request is from ${quoted(from, 60)}, and only SameSite=None is sent across sites`;
}
