import { MASK, sensitivityOf } from './sensitive.ts';

/**
 * Masks the values of sensitive parameters in a query or a form that is still encoded.
 *
 * @param query `name=value` pairs joined by `&`, without the question mark
 * @param isSecret decides by the decoded name; by default {@link sensitivityOf} does
 *
 * @example
 * ```ts
 * import { redactQuery } from 'oriel/http';
 * redactQuery('page=2&api%5Fkey=abc'); // => 'page=2&api%5Fkey=•••'
 * redactQuery('code=abc&state=xyz'); // => 'code=•••&state=xyz'
 * ```
 */
export function redactQuery(query: string, isSecret = (name: string) => sensitivityOf(name) !== 'harmless'): string {
  let isOauth: boolean | undefined;
  return query
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0 || equals === pair.length - 1) return pair;
      const name = decoded(pair.slice(0, equals));
      const masks =
        isSecret(name) ||
        (name === 'code' && isAuthorizationCode(pair.slice(equals + 1), (isOauth ??= hasOauth(query))));
      return masks ? pair.slice(0, equals + 1) + MASK : pair;
    })
    .join('&');
}

/**
 * Is the value of a parameter `code` an authorization code (RFC 6749 §4.1.2)? The name is common, so it counts beside other
 * parameters of OAuth, or if the value is as long as a code that nobody can guess.
 *
 * @param isOauth whether such parameters are present: see {@link hasOauthParameter}
 */
export function isAuthorizationCode(value: string, isOauth: boolean): boolean {
  return value !== '' && (isOauth || value.length >= LEAST_CODE);
}

/** Does this name belong to a request or response of OAuth 2.0 that carries a code as well? */
export function hasOauthParameter(names: Iterable<string>): boolean {
  for (const name of names) if (OAUTH.has(name)) return true;
  return false;
}

function hasOauth(query: string): boolean {
  return hasOauthParameter(query.split('&').map((pair) => decoded(pair.split('=', 1)[0]!)));
}

const LEAST_CODE = 16;
const OAUTH: ReadonlySet<string> = new Set(
  'state grant_type session_state redirect_uri client_id code_verifier id_token'.split(' '),
);

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
