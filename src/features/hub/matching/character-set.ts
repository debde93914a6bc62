/** A set of characters, written as one class of a regular expression; it is only ever asked about one character. */
export class CharacterSet {
  readonly #expression: RegExp;
  // Asked of nearly every character of every topic, so what is known of ASCII is kept: 0 unknown, 1 in, 2 out.
  readonly #known = new Uint8Array(128);

  /** @throws {SyntaxError} when the class is none */
  constructor(source: string, flags: 'u' | 'v' = 'v') {
    this.#expression = new RegExp(`^${source}$`, flags);
  }

  has(code: number): boolean {
    if (code >= 128) return this.#expression.test(String.fromCodePoint(code));
    const known = this.#known[code]!;
    if (known !== 0) return known === 1;
    const isIn = this.#expression.test(String.fromCharCode(code));
    this.#known[code] = isIn ? 1 : 2;
    return isIn;
  }
}
