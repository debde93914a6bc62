import { sensitivityOf, wordsOfName } from '../http/sensitive.ts';
import type { Sensitivity } from '../http/sensitive.ts';

export interface SecretNamesOptions {
  /** Further names of secrets. A string matches the name in any style: `apiKey`, `api_key`, `API-Key`. */
  readonly names?: readonly (string | RegExp)[] | undefined;
  /** Names that are not secrets although they look like it. */
  readonly keep?: readonly string[] | undefined;
}

/** Decides which names are names of secrets: the built-in ones and those of the configuration. Results are cached. */
export class SecretNames {
  readonly #verdicts = new Map<string, Sensitivity>();
  readonly #added: ReadonlySet<string>;
  readonly #patterns: readonly RegExp[];
  readonly #kept: ReadonlySet<string>;
  /** Lower-case texts; the name of a secret contains at least one of them. */
  readonly hints: readonly string[];
  /** Whether any name can be the name of a secret, because the configuration has regular expressions. */
  readonly unforeseeable: boolean;

  constructor({ names = [], keep = [] }: SecretNamesOptions = {}) {
    const words = names.filter((name) => typeof name === 'string').map(wordsOfName);
    this.#added = new Set(words.map((each) => each.join('')));
    this.#patterns = names
      .filter((name) => name instanceof RegExp)
      // Sticky and global expressions have state.
      .map((pattern) => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')));
    this.#kept = new Set(keep.map((name) => wordsOfName(name).join('')));
    this.hints = [...HINTS, ...words.flatMap((each) => each.slice(0, 1))];
    this.unforeseeable = this.#patterns.length > 0;
  }

  of(name: string): Sensitivity {
    const known = this.#verdicts.get(name);
    if (known !== undefined) return known;
    const verdict = this.#judge(name);
    if (name.length > LONGEST_REMEMBERED) return verdict;
    // Clients choose names too, so the cache is bounded.
    if (this.#verdicts.size >= MOST_REMEMBERED) this.#verdicts.clear();
    this.#verdicts.set(name, verdict);
    return verdict;
  }

  #judge(name: string): Sensitivity {
    const whole = wordsOfName(name).join('');
    if (this.#kept.has(whole)) return 'harmless';
    const added = this.#added.has(whole) || this.#patterns.some((pattern) => pattern.test(name.slice(0, 1_000)));
    return added ? 'secret' : sensitivityOf(name);
  }
}

const MOST_REMEMBERED = 4_000;
const LONGEST_REMEMBERED = 100;
const HINTS =
  'mfa 2fa tfa factor confirmationcode confirmation_code confirmation-code activationcode activation_code activation-code resetcode reset_code reset-code logincode login_code login-code accesscode access_code access-code samlresponse onetime one_time one-time verif recovery backup sms device pass pwd secret token key auth cookie credential sess sid otp pin cvv cvc csc csrf xsrf sig jwt iban ssn hmac bearer card ccnum cc_num cc-num pan kennwort security verifier'.split(
    ' ',
  );

/** Returns whether a text is a number or a date, which is not secret under a `counted` name. */
export function isCount(value: string): boolean {
  return COUNT.test(value);
}

/** Returns whether a text is empty, a boolean or null, which is not secret under any name. */
export function isBit(value: string): boolean {
  return value === '' || value === 'true' || value === 'false' || value === 'null';
}

const COUNT = /^(?:\d{1,9}|\d{4}-\d\d-\d\d(?:[T ][\d:.]{4,18}(?:Z|[+-]\d\d:?\d\d)?)?)$/;
