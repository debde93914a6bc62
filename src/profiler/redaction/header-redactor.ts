import { memoizeText } from '../../core/http/memoize-text.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { redactPair, redactAuthorization, redactCookieHeader, redactSetCookie, redactUrl } from './redact-pairs.ts';
import type { TextRedactor } from './text/text-redactor.ts';

type RedactHeader = (value: string) => string;

/** Redacts header lines by their names. */
export class HeaderRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  /** Returns the function that redacts the values of a header. */
  readonly of = memoizeText((name) => this.#choose(name), { entries: MAX_VALUES, length: 100 });
  // Values without a secret, which browsers and clients repeat.
  #clean = new Set<string>();

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  #choose(name: string): RedactHeader {
    const isHarmless = this.#names.of(name) === 'harmless';
    const special = SPECIAL.get(name.toLowerCase());
    // The configuration may keep a header.
    if (special) return isHarmless ? this.#redactOrdinary : special;
    if (LOCATIONS.has(name.toLowerCase())) return (value) => redactUrl(value, this.#names, this.#texts);
    return isHarmless ? this.#redactOrdinary : (value) => redactPair(name, value, this.#names, this.#texts);
  }

  readonly #redactOrdinary = (value: string): string => {
    // Searching a short value is as fast as looking it up.
    if (value.length < MIN_VALUE_LENGTH || value.length > MAX_VALUE_LENGTH) return this.#texts.redact(value);
    if (this.#clean.has(value)) return value;
    const redacted = this.#texts.redact(value);
    if (redacted !== value) return redacted;
    if (this.#clean.size >= MAX_VALUES) this.#clean = new Set();
    this.#clean.add(value);
    return value;
  };
}

const MAX_VALUES = 1_000;
const MIN_VALUE_LENGTH = 64;
const MAX_VALUE_LENGTH = 256;
const LOCATIONS = new Set(['referer', 'location', 'content-location']);
const SPECIAL: ReadonlyMap<string, RedactHeader> = new Map([
  ['cookie', redactCookieHeader],
  ['set-cookie', redactSetCookie],
  ['authorization', redactAuthorization],
  ['proxy-authorization', redactAuthorization],
]);
