import { memoizeText } from 'oriel-core/http';
import { redactUrl, isMasked, MASK } from 'oriel-core/redaction';
import type { SecretNames } from 'oriel-core/redaction';

type Redact = (text: string) => string;

/** Returns a function that returns the one that redacts the values of a header. */
export function createHeaderRedactor(names: SecretNames, redactText: Redact): (name: string) => Redact {
  const choose = (name: string): Redact => {
    const sensitivity = names.classify(name);
    const lowerCase = name.toLowerCase();
    const special = SPECIAL.get(lowerCase);
    // The configuration may keep a header.
    if (special && sensitivity !== 'harmless') return special;
    if (lowerCase === 'sec-websocket-protocol') return (value) => redactText(redactProtocols(value));
    if (LOCATIONS.has(lowerCase)) return (value) => redactUrl(value, { names });
    if (sensitivity === 'harmless' || NAMES_ONLY.test(lowerCase)) return rememberClean(redactText);
    return (value) => (isMasked(sensitivity, value) ? MASK : redactText(value));
  };
  return memoizeText(choose, { entries: 1_000, length: 100 });
}

// Most headers have the same value as in the last message, and comparing it is much faster than searching it.
function rememberClean(redactText: Redact): Redact {
  let clean = '';
  return (value) => {
    if (value === clean) return value;
    const redacted = redactText(value);
    if (redacted === value && value.length <= MAX_REMEMBERED_LENGTH) clean = value;
    return redacted;
  };
}

const MAX_REMEMBERED_LENGTH = 256;
const LOCATIONS = new Set(['referer', 'location', 'content-location', 'x-original-url', 'x-rewrite-url', 'origin']);
const NAMES_ONLY = /^(?:access-control-|vary$|www-authenticate$|sec-websocket-key$)/;
const SPECIAL: ReadonlyMap<string, Redact> = new Map([
  ['cookie', redactCookie],
  ['set-cookie', redactSetCookie],
  ['authorization', redactAuthorization],
  ['proxy-authorization', redactAuthorization],
]);

// Only the application knows which cookies are secrets.
function redactCookie(header: string): string {
  const redact = (pair: string): string => (pair.trim() === '' ? pair : pair.slice(0, pair.indexOf('=') + 1) + MASK);
  return header.split(';').map(redact).join(';');
}

function redactSetCookie(header: string): string {
  const [pair = ''] = header.split(';', 1);
  const start = pair.indexOf('=') + 1;
  // A cookie that is deleted has no value.
  const isEmpty = /^(?:"")?$/.test(pair.slice(start));
  return isEmpty ? header : pair.slice(0, start) + MASK + header.slice(pair.length);
}

// Browsers let scripts set no other header of a WebSocket handshake, so some applications send a token in it.
function redactProtocols(header: string): string {
  const protocols = header.split(',');
  return protocols
    .map((protocol, index) => {
      const isSecret = protocol.trim().length >= MIN_SECRET_LENGTH || ANNOUNCES_SECRET.test(protocols[index - 1] ?? '');
      return isSecret ? protocol.replace(/\S.*/s, MASK) : protocol;
    })
    .join(',');
}

const MIN_SECRET_LENGTH = 40;
const ANNOUNCES_SECRET = /bearer|token|auth|jwt|key|secret/i;

// The scheme is kept.
function redactAuthorization(header: string): string {
  const scheme = SCHEME.exec(header)?.[0];
  return scheme === undefined ? MASK : scheme + MASK;
}

const SCHEME = /^(?:basic|bearer|digest|negotiate|ntlm|hmac|apikey|token|dpop|aws4-hmac-sha256) +(?=\S)/i;
