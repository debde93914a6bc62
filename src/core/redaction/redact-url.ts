import { maskTokens } from './mask-tokens.ts';
import { MASK, isSecretName } from './sensitivity.ts';

/**
 * Redacts the values of secret parameters in the query and the fragment of a URL, and JSON Web Tokens in any part of it.
 *
 * @example
 * ```ts
 * import { redactUrl } from './redact-url.ts';
 * redactUrl('/books?page=2&token=abc'); // => '/books?page=2&token=•••'
 * ```
 */
export function redactUrl(url: string, isSecret: (name: string) => boolean = isSecretName): string {
  const masked = maskTokens(url);
  const mark = masked.search(/[?#]/);
  return mark < 0 ? masked : masked.slice(0, mark + 1) + redactQuery(masked.slice(mark + 1), isSecret);
}

/**
 * Masks the values of sensitive parameters in an encoded query or form, also in URLs that are values.
 *
 * @param query `name=value` pairs joined by `&`, without the question mark
 * @param isSecret decides by the decoded name; by default {@link isSecretName}
 *
 * @example
 * ```ts
 * import { redactQuery } from './redact-url.ts';
 * redactQuery('page=2&api%5Fkey=abc'); // => 'page=2&api%5Fkey=•••'
 * redactQuery('code=abc&state=xyz'); // => 'code=•••&state=xyz'
 * redactQuery('next=/a?token=abc'); // => 'next=/a?token=•••'
 * ```
 */
export function redactQuery(query: string, isSecret: (name: string) => boolean = isSecretName): string {
  return redactNested(query, isSecret, 0);
}

/**
 * Redacts the values of an encoded query or form. Pairs without secrets are not changed.
 *
 * @param redact returns the redacted value; called with decoded texts, and an empty name for a pair without `=`
 */
export function redactPairs(encoded: string, redact: (name: string, value: string) => string): string {
  if (encoded === '') return encoded;
  const pairs = encoded.split('&');
  let isOauth: boolean | undefined;
  let isChanged = false;
  for (const [index, pair] of pairs.entries()) {
    const equals = pair.indexOf('=');
    const name = decodeFormText(equals < 0 ? '' : pair.slice(0, equals));
    const raw = pair.slice(equals + 1);
    const value = decodeFormText(raw);
    const isCode = name === 'code' && isAuthorizationCode(value, (isOauth ??= hasOauthParameter(namesOf(pairs))));
    const redacted = isCode ? MASK : redact(name, value);
    if (redacted === value) continue;
    const shown = raw === value ? redacted : encodeURIComponent(redacted).replaceAll(ENCODED_MASK, MASK);
    pairs[index] = pair.slice(0, equals + 1) + shown;
    isChanged = true;
  }
  return isChanged ? pairs.join('&') : encoded;
}

function redactNested(query: string, isSecret: (name: string) => boolean, depth: number): string {
  return redactPairs(query, (name, value) => {
    if (value !== '' && isSecret(name)) return MASK;
    // `next=/login?token=…`, `returnTo=https%3A%2F%2Fa.example%2F%23access_token%3D…`
    const mark = depth < MAX_DEPTH ? value.search(/[?#]/) : -1;
    return mark < 0 ? value : value.slice(0, mark + 1) + redactNested(value.slice(mark + 1), isSecret, depth + 1);
  });
}

const MAX_DEPTH = 3;
const ENCODED_MASK = encodeURIComponent(MASK);

/**
 * Returns whether the value of a parameter `code` is an authorization code (RFC 6749 §4.1.2). The name is common, so there
 * must be other OAuth parameters, or the value must be as long as an unguessable code.
 *
 * @param isOauth whether there are other OAuth parameters: see {@link hasOauthParameter}
 */
export function isAuthorizationCode(value: string, isOauth: boolean): boolean {
  return value !== '' && (isOauth || value.length >= MIN_CODE_LENGTH);
}

/** Returns whether a name belongs to an OAuth 2.0 request or response that also contains a code. */
export function hasOauthParameter(names: Iterable<string>): boolean {
  for (const name of names) if (OAUTH.has(name)) return true;
  return false;
}

function namesOf(pairs: readonly string[]): string[] {
  return pairs.map((pair) => decodeFormText(pair.split('=', 1)[0]!));
}

const MIN_CODE_LENGTH = 16;
const OAUTH: ReadonlySet<string> = new Set(
  'state grant_type session_state redirect_uri client_id code_verifier id_token'.split(' '),
);

function decodeFormText(text: string): string {
  if (!ENCODED.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Decodes at least the ASCII characters, of which names consist.
    return spaced.replace(ASCII_ENCODED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}

const ENCODED = /[%+]/;
const ASCII_ENCODED = /%[0-7][0-9a-f]/gi;
