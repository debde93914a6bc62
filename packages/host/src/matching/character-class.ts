/** A set of characters, for the characters of a text and for the analysis of patterns. */
export class CharacterClass {
  readonly #expression: RegExp;
  #ascii: readonly boolean[] | undefined;

  /**
   * @param source an expression that matches one character, such as `[^a-z]` or `\\d`
   * @throws {SyntaxError} for an invalid expression
   */
  constructor(source: string, flags = 'su') {
    this.#expression = new RegExp(`^(?:${source})$`, flags);
  }

  has(code: number): boolean {
    return code < 128 ? this.#asciiTable[code]! : this.#expression.test(String.fromCodePoint(code));
  }

  /** Whether a character is in all of the classes. Of the characters above U+007F, only some are tested. */
  static intersect(classes: readonly CharacterClass[]): boolean {
    return SAMPLES.some((code) => classes.every((set) => set.has(code)));
  }

  /** Whether the class contains every character. */
  get isUniversal(): boolean {
    return SAMPLES.every((code) => this.has(code));
  }

  get #asciiTable(): readonly boolean[] {
    return (this.#ascii ??= Array.from({ length: 128 }, (_, code) => this.#expression.test(String.fromCharCode(code))));
  }
}

const SAMPLES: readonly number[] = [
  ...Array(128).keys(),
  ...Array.from('\u00a0éßΩя中٣\u2028😀', (text) => text.codePointAt(0)!),
];
