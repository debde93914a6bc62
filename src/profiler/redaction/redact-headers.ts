import { memoizeText } from '../../core/http/memoize-text.ts';
import { redactUrl } from '../../core/redaction/redact-url.ts';
import { isMasked } from '../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { MASK } from '../../core/redaction/sensitivity.ts';
import type { TextRedactor } from './redact-text.ts';

type RedactHeader = (value: string) => string;

/** Redacts header lines by their names. */
export class HeaderRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  /** Returns the function that redacts the values of a header. */
  readonly get = memoizeText((name) => this.#choose(name), { entries: 1_000, length: 100 });

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  #choose(name: string): RedactHeader {
    const sensitivity = this.#names.classify(name);
    const lowerCase = name.toLowerCase();
    const special = SPECIAL.get(lowerCase);
    // The configuration may keep a header.
    if (special) return sensitivity === 'harmless' ? this.#createOrdinary() : special;
    if (lowerCase === 'sec-websocket-protocol') return (value) => this.#texts.redact(redactProtocols(value));
    if (LOCATIONS.has(lowerCase)) return (value) => redactUrl(value, { names: this.#names });
    if (sensitivity === 'harmless' || NAMES_ONLY.test(lowerCase)) return this.#createOrdinary();
    return (value) => (isMasked(sensitivity, value) ? MASK : this.#texts.redact(value));
  }

  // Most headers have the same value as in the last message, and comparing it is much faster than searching it.
  #createOrdinary(): RedactHeader {
    let clean = '';
    return (value) => {
      if (value === clean) return value;
      const redacted = this.#texts.redact(value);
      if (redacted === value && value.length <= MAX_REMEMBERED_LENGTH) clean = value;
      return redacted;
    };
  }
}

const MAX_REMEMBERED_LENGTH = 256;
const LOCATIONS = new Set(['referer', 'location', 'content-location', 'x-original-url', 'x-rewrite-url', 'origin']);
const NAMES_ONLY = /^(?:access-control-|vary$|www-authenticate$|sec-websocket-key$)/;
const SPECIAL: ReadonlyMap<string, RedactHeader> = new Map([
  ['cookie', redactCookie],
  ['set-cookie', redactSetCookie],
  ['authorization', redactAuthorization],
  ['proxy-authorization', redactAuthorization],
]);

// Every value is masked, because only the application knows which of them are secrets.
function redactCookie(header: string): string {
  return header
    .split(';')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 && pair.trim() === '' ? pair : pair.slice(0, equals + 1) + MASK;
    })
    .join(';');
}

function redactSetCookie(header: string): string {
  const end = header.indexOf(';');
  const pair = end < 0 ? header : header.slice(0, end);
  const equals = pair.indexOf('=');
  const value = pair.slice(equals + 1);
  // A cookie that is deleted has no value.
  if (value === '' || value === '""') return header;
  return `${pair.slice(0, equals + 1)}${MASK}${end < 0 ? '' : header.slice(end)}`;
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
