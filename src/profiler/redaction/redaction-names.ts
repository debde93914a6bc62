import { sensitivityOf, wordsOfName } from '../../core/http/sensitive.ts';
import type { Sensitivity } from '../../core/http/sensitive.ts';

export interface SecretNamesOptions {
  /** Further names that hold secrets; a string means the name in any style of writing. */
  readonly names?: readonly (string | RegExp)[] | undefined;
  /** Names that look like secrets and are none. */
  readonly keep?: readonly string[] | undefined;
}

/** Which names hold secrets. Names repeat from request to request, so each verdict is remembered. */
export class SecretNames {
  readonly #verdicts = new Map<string, Sensitivity>();
  readonly #added: ReadonlySet<string>;
  readonly #patterns: readonly RegExp[];
  readonly #kept: ReadonlySet<string>;
  /** What every sensitive name contains, in lower case. */
  readonly hints: readonly string[];
  /** Any name may be one: nothing is known of what an expression matches. */
  readonly unforeseeable: boolean;

  constructor({ names = [], keep = [] }: SecretNamesOptions = {}) {
    const words = names.filter((name) => typeof name === 'string').map(wordsOfName);
    this.#added = new Set(words.map((each) => each.join('')));
    this.#patterns = names
      .filter((name) => name instanceof RegExp)
      // A sticky or global expression would remember where it was.
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
    // Names come from strangers as well: room is bounded, and the usual ones are back at once.
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

/** Is a text under a `counted` name just a number or a date? */
export function isCount(value: string): boolean {
  return COUNT.test(value);
}

/** One bit is no secret: `"has_password": true` stays readable. */
export function isBit(value: string): boolean {
  return value === '' || value === 'true' || value === 'false' || value === 'null';
}

const COUNT = /^(?:\d{1,9}|\d{4}-\d\d-\d\d(?:[T ][\d:.]{4,18}(?:Z|[+-]\d\d:?\d\d)?)?)$/;
