/**
 * A set of characters that answers fast: a table for ASCII, and one of "all", "none" or an expression for the rest.
 */
export class CharacterClass {
  readonly ascii: Uint8Array;
  readonly #beyond: 'all' | 'none' | RegExp;
  // Routes repeat their requirements, so both are asked for again and again while a table is built.
  readonly #unions = new WeakMap<CharacterClass, CharacterClass>();
  #excluded: readonly number[] | undefined;

  private constructor(ascii: Uint8Array, beyond: 'all' | 'none' | RegExp) {
    this.ascii = ascii;
    this.#beyond = beyond;
  }

  /**
   * Reads the inside of a bracket expression in the `v` syntax of JavaScript.
   *
   * `asciiOnly` says that no item names a character beyond ASCII; it is what makes `[^/]` as cheap as `/`.
   */
  static of(items: string, options: { negate: boolean; ignoreCase: boolean; asciiOnly: boolean }): CharacterClass {
    const source = `^[${options.negate ? '^' : ''}${items}]$`;
    const flags = options.ignoreCase ? 'iv' : 'v';
    const key = `${flags}${source}`;
    const known = cache.get(key);
    if (known) return known;

    const expression = new RegExp(source, flags);
    const ascii = new Uint8Array(128);
    for (let code = 0; code < 128; code++) {
      if (expression.test(String.fromCharCode(code))) ascii[code] = 1;
    }
    const plain = options.asciiOnly && !options.ignoreCase;
    const created = new CharacterClass(ascii, plain ? (options.negate ? 'all' : 'none') : expression);
    cache.set(key, created);
    return created;
  }

  /** Every character there is. */
  static readonly any = new CharacterClass(new Uint8Array(128).fill(1), 'all');

  /** No character at all; the start of a union. */
  static readonly none = new CharacterClass(new Uint8Array(128), 'none');

  has(code: number): boolean {
    if (code < 128) return this.ascii[code] === 1;
    if (this.#beyond === 'all') return true;
    if (this.#beyond === 'none') return false;
    return this.#beyond.test(String.fromCodePoint(code));
  }

  /** True when the set holds all characters beyond ASCII, so that half a surrogate pair may be asked about alone. */
  get takesAllBeyondAscii(): boolean {
    return this.#beyond === 'all';
  }

  /** True when the set holds nothing beyond ASCII. */
  get takesOnlyAscii(): boolean {
    return this.#beyond === 'none';
  }

  /** May one character be in both? Errs on the side of yes beyond ASCII. */
  meets(other: CharacterClass): boolean {
    for (let code = 0; code < 128; code++) {
      if (this.ascii[code] === 1 && other.ascii[code] === 1) return true;
    }
    return this.#beyond !== 'none' && other.#beyond !== 'none';
  }

  /** A set that holds at least both; beyond ASCII it may hold more, which only makes a caller more careful. */
  union(other: CharacterClass): CharacterClass {
    const known = this.#unions.get(other);
    if (known) return known;
    const ascii = this.ascii.map((value, code) => value | (other.ascii[code] ?? 0));
    const beyond = this.#beyond === 'none' && other.#beyond === 'none' ? 'none' : 'all';
    const union = new CharacterClass(ascii, beyond);
    this.#unions.set(other, union);
    return union;
  }

  /** The only characters the set does not hold, when all are ASCII: `[^/.]` gives two. */
  get excluded(): readonly number[] {
    this.#excluded ??= this.takesAllBeyondAscii ? [...this.ascii.keys()].filter((code) => this.ascii[code] === 0) : [];
    return this.#excluded;
  }
}

// Filled from route tables only, so its size is that of the program and not of its traffic.
const cache = new Map<string, CharacterClass>();
