/** A set of characters with fast membership tests: a table for ASCII and `all`, `none` or an expression for the rest. */
export class CharacterClass {
  #ascii: Uint8Array | undefined;
  readonly #nonAscii: 'all' | 'none' | RegExp;
  // Route tables repeat their requirements, so unions are requested many times.
  #unions: WeakMap<CharacterClass, CharacterClass> | undefined;
  #excluded: readonly number[] | undefined;

  private constructor(ascii: Uint8Array | undefined, nonAscii: 'all' | 'none' | RegExp) {
    this.#ascii = ascii;
    this.#nonAscii = nonAscii;
  }

  /**
   * Returns the class for the inside of a bracket expression in the `v` syntax of ECMAScript. Equal classes are shared and
   * never freed, so do not pass text from clients; use {@link fromRegExp}.
   *
   * @param options.asciiOnly no item contains a character above U+007F, so that no expression is needed for them
   */
  static of(items: string, options: { negate: boolean; ignoreCase: boolean; asciiOnly: boolean }): CharacterClass {
    const source = `^[${options.negate ? '^' : ''}${items}]$`;
    const flags = options.ignoreCase ? 'iv' : 'v';
    const key = `${flags}${source}`;
    const known = cache.get(key);
    if (known) return known;
    const expression = new RegExp(source, flags);
    const isPlain = options.asciiOnly && !options.ignoreCase;
    const nonAscii = isPlain ? (options.negate ? 'all' : 'none') : expression;
    const created = new CharacterClass(createAsciiTable(expression), nonAscii);
    cache.set(key, created);
    return created;
  }

  /**
   * Returns the class for an expression that matches one character, such as `[^a-z]` or `\\d`. The class is not shared, and
   * the expression is not run before the first test.
   *
   * @throws {SyntaxError} for an invalid expression
   */
  static fromRegExp(source: string): CharacterClass {
    return new CharacterClass(undefined, new RegExp(`^${source}$`, 'v'));
  }

  /** Contains every character. */
  static readonly any = new CharacterClass(new Uint8Array(128).fill(1), 'all');

  /** Contains no character. */
  static readonly none = new CharacterClass(new Uint8Array(128), 'none');

  /** Contains 1 at the code of each ASCII character in the class. */
  get ascii(): Uint8Array {
    return (this.#ascii ??= createAsciiTable(this.#nonAscii as RegExp));
  }

  has(code: number): boolean {
    if (code < 128) return this.ascii[code] === 1;
    if (this.#nonAscii === 'all') return true;
    if (this.#nonAscii === 'none') return false;
    return this.#nonAscii.test(String.fromCodePoint(code));
  }

  /** Whether the class contains all characters above U+007F, so that halves of surrogate pairs can be tested alone. */
  get hasAllNonAscii(): boolean {
    return this.#nonAscii === 'all';
  }

  get isAsciiOnly(): boolean {
    return this.#nonAscii === 'none';
  }

  /** Whether both classes may share a character. May return true for classes that differ only above U+007F. */
  intersects(other: CharacterClass): boolean {
    for (let code = 0; code < 128; code++) {
      if (this.ascii[code] === 1 && other.ascii[code] === 1) return true;
    }
    return this.#nonAscii !== 'none' && other.#nonAscii !== 'none';
  }

  /** Returns a class with the characters of both. It may contain more above U+007F, which is safe for the analysis. */
  union(other: CharacterClass): CharacterClass {
    const unions = (this.#unions ??= new WeakMap());
    const known = unions.get(other);
    if (known) return known;
    const ascii = this.ascii.map((value, code) => value | other.ascii[code]!);
    const nonAscii = this.#nonAscii === 'none' && other.#nonAscii === 'none' ? 'none' : 'all';
    const union = new CharacterClass(ascii, nonAscii);
    unions.set(other, union);
    return union;
  }

  /** The characters that are not in the class if all of these are ASCII, as in `[^/.]`; otherwise empty. */
  get excluded(): readonly number[] {
    this.#excluded ??= this.hasAllNonAscii ? [...this.ascii.keys()].filter((code) => this.ascii[code] === 0) : [];
    return this.#excluded;
  }
}

function createAsciiTable(expression: RegExp): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    if (expression.test(String.fromCharCode(code))) table[code] = 1;
  }
  return table;
}

// Bounded by the program: only route tables and the configuration add classes.
const cache = new Map<string, CharacterClass>();
