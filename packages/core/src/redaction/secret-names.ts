import { memoizeText } from '../http/memoize-text.ts';
import { MASK, classifyName, isContextual, splitName } from './sensitivity.ts';
import type { Sensitivity } from './sensitivity.ts';
import { isHighEntropy, looksRandom } from './value-forms.ts';

export interface SecretNamesOptions {
  /** Further names of secrets. A string matches the name in any style: `apiKey`, `api_key`, `API-Key`. */
  readonly names?: readonly (string | RegExp)[] | undefined;
  /** Names that are not secrets although they look like it. */
  readonly keep?: readonly string[] | undefined;
}

const LIMITS = { entries: 4_000, length: 100 };

/** Decides which names are names of secrets: the built-in ones and those of the configuration. Results are cached. */
export class SecretNames {
  /** Returns the sensitivity of a name. */
  readonly classify = memoizeText((name) => this.#classify(name), LIMITS);
  /** Returns the sensitivity of a name among credentials, where the value of `code` or `hash` is a secret as well. */
  readonly classifyAmongCredentials = memoizeText((name) => this.#classifyAmongCredentials(name), LIMITS);
  readonly #added: ReadonlySet<string>;
  readonly #patterns: readonly RegExp[];
  readonly #kept: ReadonlySet<string>;

  constructor({ names = [], keep = [] }: SecretNamesOptions = {}) {
    const texts = names.filter((name) => typeof name === 'string');
    this.#added = new Set(texts.map(joinWords));
    this.#patterns = names
      .filter((name) => name instanceof RegExp)
      // Sticky and global expressions have state.
      .map((pattern) => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')));
    this.#kept = new Set(keep.map(joinWords));
  }

  /** Returns whether a value of this name is masked. */
  masks(name: string, value: string | number | bigint): boolean {
    return isMasked(this.classify(name), value);
  }

  #classifyAmongCredentials(name: string): Sensitivity {
    const sensitivity = this.classify(name);
    const isWeak = sensitivity !== 'secret' && sensitivity !== 'text';
    return isWeak && isContextual(name) && !this.#kept.has(joinWords(name)) ? 'bare' : sensitivity;
  }

  #classify(name: string): Sensitivity {
    if (this.#kept.size > 0 && this.#kept.has(joinWords(name))) return 'harmless';
    if (this.#added.size > 0 && this.#added.has(joinWords(name))) return 'secret';
    if (this.#patterns.some((pattern) => pattern.test(name.slice(0, 1_000)))) return 'secret';
    return classifyName(name);
  }
}

/** Returns whether a value has to be masked under a name of this sensitivity. Empty texts, booleans, 0, 1 and null never are. */
export function isMasked(sensitivity: Sensitivity, value: string | number | bigint): boolean {
  if (sensitivity === 'harmless' || value === 0 || value === 1) return false;
  const text = String(value);
  if (BITS.has(text) || text === MASK) return false;
  if (sensitivity === 'secret') return true;
  if (typeof value !== 'string') return false;
  if (sensitivity === 'text') return true;
  if (sensitivity === 'bare') return !/\s/.test(value);
  return sensitivity === 'likely' ? looksRandom(value) : isHighEntropy(value);
}

const BITS: ReadonlySet<string> = new Set(['', ...'true false null undefined on off yes no'.split(' ')]);

/** The names of secrets without a configuration. */
export const BUILT_IN_NAMES = new SecretNames();

function joinWords(name: string): string {
  return splitName(name).join('');
}
