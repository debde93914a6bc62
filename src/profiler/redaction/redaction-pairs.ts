import { MASK } from '../../core/http/sensitive.ts';
import { hasOauthParameter, isAuthorizationCode } from '../../core/http/redact-query.ts';
import { isBit, isCount } from '../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import type { TextRedactor } from './redaction-text.ts';

/** What a name and the text beside it become. */
export function maskPair(name: string, value: string, names: SecretNames, texts: TextRedactor): string {
  const verdict = names.of(name);
  if (verdict === 'harmless') return texts.redact(value);
  return isBit(value) || (verdict === 'counted' && isCount(value)) ? value : MASK;
}

/** A query or a form, still encoded: `name=value` pairs joined by `&`. What holds no secret stays as sent. */
export function redactForm(form: string, names: SecretNames, texts: TextRedactor): string {
  if (form === '') return form;
  const pairs = form.split('&');
  let changed = false;
  let isOauth: boolean | undefined;
  for (const [i, pair] of pairs.entries()) {
    const equals = pair.indexOf('=');
    const name = formDecoded(equals < 0 ? '' : pair.slice(0, equals));
    const value = formDecoded(pair.slice(equals + 1));
    const isCode =
      name === 'code' &&
      isAuthorizationCode(
        value,
        (isOauth ??= hasOauthParameter(pairs.map((each) => formDecoded(each.split('=', 1)[0]!)))),
      );
    const masked = isCode ? MASK : maskPair(name, value, names, texts);
    if (masked === value) continue;
    pairs[i] =
      pair.slice(0, equals + 1) + (masked === MASK ? MASK : encodeURIComponent(masked).replaceAll(ENCODED_MASK, MASK));
    changed = true;
  }
  return changed ? pairs.join('&') : form;
}

/** A URL: who logs in, the query, and a fragment that may hold what a login handed back. */
export function redactUrl(url: string, names: SecretNames, texts: TextRedactor): string {
  const hash = url.indexOf('#');
  const front = hash < 0 ? url : url.slice(0, hash);
  const mark = front.indexOf('?');
  const path = texts.redact(mark < 0 ? front : front.slice(0, mark));
  const query = mark < 0 ? '' : `?${redactForm(front.slice(mark + 1), names, texts)}`;
  const fragment = hash < 0 ? '' : `#${redactForm(url.slice(hash + 1), names, texts)}`;
  return path + query + fragment;
}

/** `Cookie`: every value is a secret, because a server can tell its sessions from its preferences and nobody else can. */
export function redactCookieHeader(header: string): string {
  let result = '';
  for (const [i, pair] of header.split(';').entries()) {
    const equals = pair.indexOf('=');
    const hidden = equals < 0 && pair.trim() === '' ? pair : pair.slice(0, equals + 1) + MASK;
    result += i === 0 ? hidden : `;${hidden}`;
  }
  return result;
}

/** `Set-Cookie`: the value goes, the attributes stay. */
export function redactSetCookie(header: string): string {
  const end = header.indexOf(';');
  const pair = end < 0 ? header : header.slice(0, end);
  const equals = pair.indexOf('=');
  const value = pair.slice(equals + 1);
  // A cookie that is being deleted has no value to hide.
  if (value === '' || value === '""') return header;
  return `${pair.slice(0, equals + 1)}${MASK}${end < 0 ? '' : header.slice(end)}`;
}

/** `Authorization` and its like: how somebody logs in is no secret, with what is. */
export function redactAuthorization(header: string): string {
  const scheme = SCHEME.exec(header)?.[0];
  return scheme === undefined ? MASK : scheme + MASK;
}

const SCHEME = /^(?:basic|bearer|digest|negotiate|ntlm|hmac|apikey|token|dpop|aws4-hmac-sha256) +(?=\S)/i;
const ENCODED_MASK = encodeURIComponent(MASK);

function formDecoded(text: string): string {
  if (!ENCODED.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Only what is well encoded can be decoded; the letters that spell a name mostly are.
    return spaced.replace(ASCII_ENCODED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}

const ENCODED = /[%+]/;
const ASCII_ENCODED = /%[0-7][0-9a-f]/gi;
