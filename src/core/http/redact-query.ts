import { MASK, sensitivityOf } from './sensitive.ts';

/**
 * Masks the values of sensitive parameters in an encoded query or form, also in URLs that are values.
 *
 * @param query `name=value` pairs joined by `&`, without the question mark
 * @param isSecret decides by the decoded name; by default {@link sensitivityOf}
 *
 * @example
 * ```ts
 * import { redactQuery } from './redact-query.ts';
 * redactQuery('page=2&api%5Fkey=abc'); // => 'page=2&api%5Fkey=•••'
 * redactQuery('code=abc&state=xyz'); // => 'code=•••&state=xyz'
 * redactQuery('next=/a?token=abc'); // => 'next=/a?token=•••'
 * ```
 */
export function redactQuery(query: string, isSecret = (name: string) => sensitivityOf(name) !== 'harmless'): string {
  return redactPairs(query, isSecret, 0);
}

function redactPairs(query: string, isSecret: (name: string) => boolean, depth: number): string {
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
      const value = pair.slice(equals + 1);
      const shown = masks ? MASK : depth < DEEPEST ? redactUrlValue(value, isSecret, depth + 1) : value;
      return shown === value ? pair : pair.slice(0, equals + 1) + shown;
    })
    .join('&');
}

// `next=/login?token=…`, `returnTo=https%3A%2F%2Fa.example%2F%23access_token%3D…`
function redactUrlValue(value: string, isSecret: (name: string) => boolean, depth: number): string {
  if (!MARK.test(value)) return value;
  const url = decoded(value);
  const mark = url.search(/[?#]/);
  const query = url.slice(mark + 1);
  const redacted = mark < 0 ? query : redactPairs(query, isSecret, depth);
  if (redacted === query) return value;
  const shown = url.slice(0, mark + 1) + redacted;
  return url === value ? shown : encodeURIComponent(shown).replaceAll(ENCODED_MASK, MASK);
}

const DEEPEST = 3;
const MARK = /[?#]|%(?:3f|23)/i;
const ENCODED_MASK = encodeURIComponent(MASK);

/**
 * Returns whether the value of a parameter `code` is an authorization code (RFC 6749 §4.1.2). The name is common, so there
 * must be other OAuth parameters, or the value must be as long as an unguessable code.
 *
 * @param isOauth whether there are other OAuth parameters: see {@link hasOauthParameter}
 */
export function isAuthorizationCode(value: string, isOauth: boolean): boolean {
  return value !== '' && (isOauth || value.length >= LEAST_CODE);
}

/** Returns whether a name belongs to an OAuth 2.0 request or response that also contains a code. */
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
