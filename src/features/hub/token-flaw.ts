import { DETAIL_TYPE } from './grants.ts';
import { dialectsOf } from './hub-options.ts';
import type { Hub } from './hub.ts';
import { readToken } from './jws.ts';
import { quoteValue } from './describe-matchers.ts';

/**
 * What is wrong with a token that is not believed, for whoever runs the hub: in the order in which the hub looks, and with
 * nothing of the token but what is no secret. Nobody outside is ever told.
 */
export function tokenFlaw(hub: Hub, token: string): string {
  const read = readToken(token);
  if (token.length > hub.limits.token) return `the token has more than ${hub.limits.token} characters`;
  if (read === undefined) return 'it is no JSON Web Token in three parts';
  const { header, claims } = read;
  const { audience, issuer } = hub.identity;
  const { exp, nbf, aud, iss } = claims;
  const isCurrent = /^(?:application\/)?at\+jwt$/i.test(String(header['typ']));
  const dialect = isCurrent ? 'current' : 'earlier';
  const now = Date.now() / 1000;
  if (!dialectsOf(hub.config).includes(dialect))
    return `it is of the ${dialect} dialect, which hub.dialects leaves out`;
  if (typeof exp === 'number' && exp <= now) return `it ended ${Math.round(now - exp)} seconds ago (exp)`;
  if (isCurrent && exp === undefined) return 'it never ends, and in the current dialect it has to say when (exp)';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now)) return 'it is not yet good (nbf)';
  if (aud === undefined ? isCurrent : ![aud].flat().includes(audience))
    return `it is for ${quoteValue(aud)} (aud), and this hub is ${quoteValue(audience)}`;
  if (iss === undefined ? isCurrent : iss !== issuer)
    return `${quoteValue(iss)} made it (iss), and this hub believes ${quoteValue(issuer)}`;
  if (isCurrent && !Array.isArray(claims['authorization_details'] ?? []))
    return `its authorization_details are no list of ${DETAIL_TYPE}`;
  return 'no key of the hub has signed it, or its topics cannot be read; a random secret is another one at each start';
}
