import { readClaims, readHeader } from '../security/jwt/parse-token.ts';
import { DETAIL_TYPE } from './grants.ts';
import { listDialects } from './hub-options.ts';
import type { Hub } from './hub.ts';
import { Message } from 'oriel-core/messages';
import type { TopicMatcher } from './topic-matcher.ts';

/**
 * Describes why the hub rejects a token, for logs and the profiler. The checks run in the order of the hub. The text contains
 * no secret part of the token, and clients never receive it.
 */
export function describeTokenIssue(hub: Hub, token: string): string {
  if (token.length > hub.limits.token) return `the token has more than ${hub.limits.token} characters`;
  const header = readHeader(token);
  const claims = readClaims(token);
  if (header instanceof Message) return `it is not a JSON Web Token: ${header.toString()}`;
  if (claims === undefined) return 'it is not a JSON Web Token: its claims are not a JSON object';
  const { audience, issuer } = hub.identity;
  const { exp, nbf, aud, iss } = claims;
  const isCurrent = /^(?:application\/)?at\+jwt$/i.test(header.typ ?? '');
  const dialect = isCurrent ? 'current' : 'earlier';
  const now = Date.now() / 1000;
  if (!listDialects(hub.config).includes(dialect))
    return `it is of the ${dialect} dialect, which hub.dialects does not include`;
  if (typeof exp === 'number' && exp <= now) return `it expired ${Math.round(now - exp)} seconds ago (exp)`;
  if (isCurrent && exp === undefined) return 'it has no expiry, which the current dialect requires (exp)';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now)) return 'it is not valid yet (nbf)';
  if (aud === undefined ? isCurrent : ![aud].flat().includes(audience))
    return `its audience is ${quoteValue(aud)} (aud), and this hub is ${quoteValue(audience)}`;
  if (iss === undefined ? isCurrent : iss !== issuer)
    return `its issuer is ${quoteValue(iss)} (iss), and this hub accepts ${quoteValue(issuer)}`;
  if (isCurrent && !Array.isArray(claims['authorization_details'] ?? []))
    return `its authorization_details are not a list of ${DETAIL_TYPE}`;
  return 'no key of the hub signed it, or its topics are not valid; a random secret changes at each start';
}

/** Describes at most ten matchers for the profiler. */
export function describeMatchers(matchers: readonly TopicMatcher[]): string {
  const descriptions = matchers.slice(0, 10).map(describeMatcher);
  return [...descriptions, ...(matchers.length > 10 ? [`${matchers.length - 10} more`] : [])].join(', ');
}

/** Describes a matcher with its type. */
export function describeMatcher({ pattern, type }: TopicMatcher): string {
  return type === 'exact'
    ? quoteValue(pattern)
    : `${quoteValue(pattern)} (${type === 'urlpattern' ? 'URL pattern' : 'URI template'})`;
}

/** Returns a value as JSON of at most 200 characters. */
export function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200);
}
