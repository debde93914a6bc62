import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { maskPair, redactAuthorization, redactCookieHeader, redactSetCookie, redactUrl } from './redaction-pairs.ts';
import type { TextRedactor } from './redaction-text.ts';

type Way = (value: string) => string;

/** Redacts header lines, each by the way of its name. */
export class HeaderRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  readonly #ways = new Map<string, Way>();
  // Browsers and clients send the same values again and again; those without a secret are remembered.
  readonly #clean = new Set<string>();

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  /** How the values of a header are redacted. */
  wayOf(name: string): Way {
    const known = this.#ways.get(name);
    if (known !== undefined) return known;
    const way = this.#chooseWay(name);
    if (name.length > LONGEST_NAME) return way;
    if (this.#ways.size >= MOST_REMEMBERED) this.#ways.clear();
    this.#ways.set(name, way);
    return way;
  }

  #chooseWay(name: string): Way {
    const isHarmless = this.#names.of(name) === 'harmless';
    const own = OWN_WAY.get(name.toLowerCase());
    // Somebody may have said that a header is none to be hidden.
    if (own) return isHarmless ? this.#ordinary : own;
    if (LOCATIONS.has(name.toLowerCase())) return (value) => redactUrl(value, this.#names, this.#texts);
    return isHarmless ? this.#ordinary : (value) => maskPair(name, value, this.#names, this.#texts);
  }

  readonly #ordinary = (value: string): string => {
    // Looking through a few dozen letters takes no longer than looking them up.
    if (value.length < SHORTEST_VALUE || value.length > LONGEST_VALUE) return this.#texts.redact(value);
    if (this.#clean.has(value)) return value;
    const redacted = this.#texts.redact(value);
    if (redacted !== value) return redacted;
    if (this.#clean.size >= MOST_REMEMBERED) this.#clean.clear();
    this.#clean.add(value);
    return value;
  };
}

const MOST_REMEMBERED = 1_000;
const LONGEST_NAME = 100;
const SHORTEST_VALUE = 64;
const LONGEST_VALUE = 256;
const LOCATIONS = new Set(['referer', 'location', 'content-location']);
const OWN_WAY: ReadonlyMap<string, Way> = new Map([
  ['cookie', redactCookieHeader],
  ['set-cookie', redactSetCookie],
  ['authorization', redactAuthorization],
  ['proxy-authorization', redactAuthorization],
]);
