import { MASK } from '../../core/redaction/sensitivity.ts';
import { redactPairs } from '../../core/redaction/redact-url.ts';
import { isBit, isCount } from '../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import type { TextRedactor } from './text/text-redactor.ts';

/** Redacts the value of a name. */
export function redactPair(name: string, value: string, names: SecretNames, texts: TextRedactor): string {
  const verdict = names.of(name);
  if (verdict === 'harmless') return texts.redact(value);
  return isBit(value) || (verdict === 'counted' && isCount(value)) ? value : MASK;
}

/** Redacts an encoded query or form: `name=value` pairs joined by `&`. Pairs without secrets are not changed. */
export function redactForm(form: string, names: SecretNames, texts: TextRedactor): string {
  return redactPairs(form, (name, value) => redactPair(name, value, names, texts));
}

/** Redacts a URL: user information, the query, and the fragment, which may contain the response of a login. */
export function redactUrl(url: string, names: SecretNames, texts: TextRedactor): string {
  const hash = url.indexOf('#');
  const front = hash < 0 ? url : url.slice(0, hash);
  const mark = front.indexOf('?');
  const path = mark < 0 ? front : front.slice(0, mark);
  const query = mark < 0 ? '' : front.slice(mark + 1);
  const fragment = hash < 0 ? '' : url.slice(hash + 1);
  const shown = [texts.redact(path), redactForm(query, names, texts), redactForm(fragment, names, texts)] as const;
  if (shown[0] === path && shown[1] === query && shown[2] === fragment) return url;
  return `${shown[0]}${mark < 0 ? '' : '?'}${shown[1]}${hash < 0 ? '' : '#'}${shown[2]}`;
}

/** Redacts a `Cookie` header. Every value is masked, because only the application knows which of them are secrets. */
export function redactCookieHeader(header: string): string {
  let result = '';
  for (const [i, pair] of header.split(';').entries()) {
    const equals = pair.indexOf('=');
    const hidden = equals < 0 && pair.trim() === '' ? pair : pair.slice(0, equals + 1) + MASK;
    result += i === 0 ? hidden : `;${hidden}`;
  }
  return result;
}

/** Redacts a `Set-Cookie` header. The attributes are kept. */
export function redactSetCookie(header: string): string {
  const end = header.indexOf(';');
  const pair = end < 0 ? header : header.slice(0, end);
  const equals = pair.indexOf('=');
  const value = pair.slice(equals + 1);
  // A cookie that is deleted has no value.
  if (value === '' || value === '""') return header;
  return `${pair.slice(0, equals + 1)}${MASK}${end < 0 ? '' : header.slice(end)}`;
}

/**
 * Masks the tokens in a `Sec-WebSocket-Protocol` header. Browsers let scripts set no other header of a WebSocket handshake, so some
 * applications send a token in it: after a name such as `access_token`, or as a part of a longer name.
 */
export function redactProtocols(header: string): string {
  let isToken = false;
  return header.replace(/[^\s,]+/g, (protocol) => {
    const isSecret = isToken || protocol.length >= MIN_TOKEN_LENGTH;
    isToken = !isSecret && TOKEN_FOLLOWS.test(protocol);
    return isSecret ? MASK : protocol;
  });
}

const TOKEN_FOLLOWS = /auth|bearer|token|jwt|key|secret|session|ticket|credential|passw/i;
/** Names of protocols are shorter. */
const MIN_TOKEN_LENGTH = 40;

/** Redacts an `Authorization` header. The scheme is kept. */
export function redactAuthorization(header: string): string {
  const scheme = SCHEME.exec(header)?.[0];
  return scheme === undefined ? MASK : scheme + MASK;
}

const SCHEME = /^(?:basic|bearer|digest|negotiate|ntlm|hmac|apikey|token|dpop|aws4-hmac-sha256) +(?=\S)/i;
