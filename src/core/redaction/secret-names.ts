import { memoizeText } from '../http/memoize-text.ts';
import { NAME_HINTS, sensitivityOf, wordsOfName } from './sensitivity.ts';
import type { Sensitivity } from './sensitivity.ts';

export interface SecretNamesOptions {
  /** Further names of secrets. A string matches the name in any style: `apiKey`, `api_key`, `API-Key`. */
  readonly names?: readonly (string | RegExp)[] | undefined;
  /** Names that are not secrets although they look like it. */
  readonly keep?: readonly string[] | undefined;
}

/** Decides which names are names of secrets: the built-in ones and those of the configuration. Results are cached. */
export class SecretNames {
  /** Returns whether a name is the name of a secret. */
  readonly of = memoizeText((name) => this.#judge(name), { entries: 4_000, length: 100 });
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
    this.hints = [...NAME_HINTS, ...words.flatMap((each) => each.slice(0, 1))];
    this.unforeseeable = this.#patterns.length > 0;
  }

  #judge(name: string): Sensitivity {
    const whole = wordsOfName(name).join('');
    if (this.#kept.has(whole)) return 'harmless';
    const added = this.#added.has(whole) || this.#patterns.some((pattern) => pattern.test(name.slice(0, 1_000)));
    return added ? 'secret' : sensitivityOf(name);
  }
}

/** Returns whether a text is a number or a date, which is not secret under a `counted` name. */
export function isCount(value: string): boolean {
  return COUNT.test(value);
}

/** Returns whether a text is empty, a boolean or null, which is not secret under any name. */
export function isBit(value: string): boolean {
  return value === '' || value === 'true' || value === 'false' || value === 'null';
}

const COUNT = /^(?:\d{1,9}|\d{4}-\d\d-\d\d(?:[T ][\d:.]{4,18}(?:Z|[+-]\d\d:?\d\d)?)?)$/;
