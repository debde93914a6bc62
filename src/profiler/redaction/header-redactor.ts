import { memoizeText } from '../../core/http/memoize-text.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import {
  redactAuthorization,
  redactCookieHeader,
  redactPair,
  redactProtocols,
  redactSetCookie,
  redactUrl,
} from './redact-pairs.ts';
import type { TextRedactor } from './text/text-redactor.ts';

type RedactHeader = (value: string) => string;

/** Redacts header lines by their names. */
export class HeaderRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  /** Returns the function that redacts the values of a header. */
  readonly of = memoizeText((name) => this.#choose(name), { entries: MAX_NAMES, length: 100 });

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  #choose(name: string): RedactHeader {
    const isHarmless = this.#names.of(name) === 'harmless';
    const special = SPECIAL.get(name.toLowerCase());
    // The configuration may keep a header.
    if (special) return isHarmless ? this.#ordinary() : special;
    if (name.toLowerCase() === 'sec-websocket-protocol') return (value) => this.#texts.redact(redactProtocols(value));
    if (LOCATIONS.has(name.toLowerCase())) return (value) => redactUrl(value, this.#names, this.#texts);
    return isHarmless ? this.#ordinary() : (value) => redactPair(name, value, this.#names, this.#texts);
  }

  // Most headers have the same value as in the last message, and comparing it is much faster than searching it.
  #ordinary(): RedactHeader {
    let clean = '';
    return (value) => {
      if (value === clean) return value;
      const redacted = this.#texts.redact(value);
      if (redacted === value && value.length <= MAX_VALUE_LENGTH) clean = value;
      return redacted;
    };
  }
}

const MAX_NAMES = 1_000;
/** A longer value is not kept. */
const MAX_VALUE_LENGTH = 256;
const LOCATIONS = new Set(['referer', 'location', 'content-location']);
const SPECIAL: ReadonlyMap<string, RedactHeader> = new Map([
  ['cookie', redactCookieHeader],
  ['set-cookie', redactSetCookie],
  ['authorization', redactAuthorization],
  ['proxy-authorization', redactAuthorization],
]);
