import { finding, list, quoted, rule } from './facts.ts';
import type { Rule, Facts } from './facts.ts';
import { URL } from 'oriel-core/builtins';

/** Reports why a request was denied: by an access rule, by the firewall or by the CSRF check. */
export const refusedRule: Rule = ({ summary: { status }, data }) => {
  if (status !== 401 && status !== 403 && status !== 404) return undefined;
  const refused = list(data.decisions).findLast(
    ({ subject, outcome }) =>
      (subject === 'access' && (outcome === 'refused' || outcome === 'hidden')) ||
      ((subject === 'user' || subject === 'csrf') && outcome === 'refused'),
  );
  if (refused === undefined) return undefined;
  const hidden = refused.outcome === 'hidden' ? ', because the route is hidden' : '';
  const by = refused.subject === 'csrf' ? ' by the CSRF check' : hidden;
  return finding('refused', status === 404 ? 'info' : 'warning', 'security', `${status}${by}: ${refused.because}`);
};

/** Reports the rate limit that rejected the request, or one whose requests were not counted. */
export const limitedRule = rule('limited', 'warning', 'limits', ({ summary: { status }, data }) => {
  const limits = list(data.limits);
  const exceeded = limits.find(({ outcome }) => outcome === 'exceeded');
  if (status === 429 && exceeded) return `429 by the rate limit ${exceeded.name}: ${exceeded.because}`;
  const uncounted = limits.find(({ outcome }) => outcome === 'not counted');
  return uncounted && `The rate limit ${uncounted.name} did not count the request: ${uncounted.because}`;
});

/** Reports a session that was not found, or whose cookie the client will not send again, with the reason. */
export const sessionCookieRule = rule('session-cookie', 'warning', 'session', (facts) =>
  facts.data.session === undefined ? undefined : (notStoredByBrowser(facts) ?? notFound(facts) ?? notSent(facts)),
);

// Browsers ignore a Secure cookie in a response ended http, except from a loopback host.
function notStoredByBrowser({ summary, data, requestHeader, responseHeader }: Facts): string | undefined {
  if (!list(data.session?.outcomes).some((text) => text === 'started' || text === 'regenerated')) return undefined;
  const cookie = responseHeader('set-cookie') ?? '';
  const isPlainHttp = summary.url.startsWith('http:');
  if (isPlainHttp && /;\s*secure\b/i.test(cookie) && !LOOPBACK.test(summary.host))
    return 'Browsers ignore the session cookie: it is Secure, and the request used http. Serve HTTPS, or list the proxy in `proxies`';
  if (isPlainHttp && requestHeader('x-forwarded-proto') === 'https')
    return 'The session cookie is not Secure, because the proxy that reports https is not trusted; list it in `proxies`';
  return undefined;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

function notFound({ data }: Facts): string | undefined {
  const ended = list(data.decisions).find(
    ({ subject, outcome }) => subject === 'session' && (outcome === 'expired' || outcome === 'unknown'),
  );
  if (ended === undefined) return undefined;
  return `The session ${ended.outcome === 'expired' ? 'has expired' : 'is unknown'}: ${ended.because.slice(0, 200)}`;
}

function notSent({ data, requestHeader }: Facts): string | undefined {
  const { session } = data;
  if (session?.hasCookie !== false || !list(session.outcomes).includes('none')) return undefined;
  const site = requestHeader('sec-fetch-site');
  if (site !== 'cross-site') return undefined;
  const from = requestHeader('origin') ?? requestHeader('referer') ?? 'another site';
  return `The request has no session cookie: it comes from ${quoted(from, 60)}, and browsers send only SameSite=None cookies across sites`;
}

/** Reports a preflight request that was rejected. */
export const preflightRefusedRule = rule('preflight-refused', 'warning', 'cors', ({ data }) => {
  const refused = list(data.decisions).find(
    ({ subject, outcome }) => subject === 'cors preflight' && outcome === 'refused',
  );
  return refused && `The preflight request was rejected: ${refused.because.slice(0, 200)}`;
});

/** Reports a response that the page cannot read, because its origin is not allowed. */
export const originNotListedRule = rule('origin-not-listed', 'warning', 'cors', (facts) => {
  const origin = otherOrigin(facts);
  const { cors } = facts.data;
  if (origin === undefined || cors === undefined || facts.responseHeader(ALLOWED) !== undefined) return undefined;
  const why =
    cors.rule !== undefined
      ? `the origin is not listed in ${cors.rule['rule'] ?? 'cors'}`
      : cors.configured
        ? `no CORS rule matches ${quoted(facts.summary.path)}`
        : 'CORS is not configured; set `cors`';
  return `Pages of ${quoted(origin)} cannot read this response: ${why}`;
});

/** Reports a page that sent cookies to a CORS rule without credentials, so that the browser blocks the response. */
export const credentialsNotAllowedRule = rule('credentials-not-allowed', 'warning', 'cors', (facts) => {
  const origin = otherOrigin(facts);
  if (origin === undefined || facts.requestHeader('cookie') === undefined) return undefined;
  if (facts.responseHeader(ALLOWED) === undefined || facts.responseHeader(WITH_COOKIES) === 'true') return undefined;
  return `A page of ${quoted(origin)} sent cookies and cannot read this response: the CORS rule does not set credentials: true`;
});

const ALLOWED = 'access-control-allow-origin';
const WITH_COOKIES = 'access-control-allow-credentials';

function otherOrigin({ summary, requestHeader }: Facts): string | undefined {
  const origin = requestHeader('origin');
  return origin === undefined || origin === URL.parse(summary.url)?.origin ? undefined : origin;
}

/**
 * An untrusted peer sent forwarding headers. This is expected for unknown clients, but not for a proxy that is not
 * configured.
 */
export const ignoredProxyRule = rule('ignored-proxy', 'warning', 'request', ({ data: { client } }) => {
  const ignored = list(client?.ignored).filter((name) => name === 'forwarded' || name === 'x-forwarded-for');
  if (client === undefined || ignored.length === 0) return undefined;
  const fact = `${quoted(ignored.join(', '), 60)} from ${quoted(client.peer, 60)} ${ignored.length > 1 ? 'are' : 'is'} ignored`;
  const setting =
    client.setting === undefined
      ? `add ${quoted(`proxies: ['${client.peer}']`, 80)}`
      : `set ${quoted(client.setting, 80)}`;
  return `${fact}, because the peer is not a trusted proxy. If it is your proxy, ${setting}`;
});
