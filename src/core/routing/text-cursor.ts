import { RequirementSyntaxError } from './class-syntax.ts';

/** Reads a requirement character by character, and knows its small words: quantifiers, names, escapes. */
export class TextCursor {
  offset = 0;
  readonly #characters: readonly string[];

  constructor(source: string) {
    this.#characters = [...source];
  }

  get done(): boolean {
    return this.offset >= this.#characters.length;
  }

  peek(ahead = 0): string {
    return this.#characters[this.offset + ahead] ?? '';
  }

  next(): string {
    if (this.done) throw new RequirementSyntaxError('it ends too early');
    return this.#characters[this.offset++] ?? '';
  }

  eat(expected: string): boolean {
    for (let index = 0; index < expected.length; index++) {
      if (this.peek(index) !== expected[index]) return false;
    }
    this.offset += expected.length;
    return true;
  }

  /** Everything up to and over `end`; `orRest` allows it to be missing. */
  through(end: string, orRest = false): string {
    let found = '';
    while (!this.eat(end)) {
      if (this.done && orRest) return found;
      found += this.next();
    }
    return found;
  }

  word(): string {
    let found = '';
    while (/[\w*]/.test(this.peek())) found += this.next();
    return found;
  }

  /** `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`; any other brace is a character. */
  quantifier(): [min: number, max: number] | undefined {
    if (this.eat('*')) return [0, Infinity];
    if (this.eat('+')) return [1, Infinity];
    if (this.eat('?')) return [0, 1];
    if (this.peek() !== '{') return undefined;
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(this.#characters.slice(this.offset, this.offset + 24).join(''));
    if (!braces) return undefined;
    this.offset += braces[0].length;
    const min = Number(braces[1]);
    return [min, braces[2] === undefined ? min : braces[3] === '' ? Infinity : Number(braces[3])];
  }

  propertyName(): string {
    return this.eat('{') ? this.through('}') : this.next();
  }

  /** The character meant by `\` and a letter that is not a class. */
  escapedCode(letter: string): number {
    const control = controls[letter];
    if (control !== undefined) return control;
    if (letter === 'x') return this.#hexadecimal(2);
    if (letter === 'u') return this.#hexadecimal(4);
    if (letter === 'c') return (this.next().toUpperCase().codePointAt(0) ?? 0) ^ 64;
    if (letter === '0') return Number.parseInt(`0${this.#digits(/[0-7]/, 2)}`, 8);
    if (/[1-9gk]/.test(letter)) {
      throw new RequirementSyntaxError(
        `the backreference "\\${letter}" is not supported: a parameter is matched in one pass`,
      );
    }
    if (/[A-Za-z]/.test(letter)) throw new RequirementSyntaxError(`"\\${letter}" is not supported`);
    return letter.codePointAt(0) ?? 0;
  }

  #hexadecimal(digits: number): number {
    const found = this.eat('{') ? this.through('}') : this.#digits(/[0-9A-Fa-f]/, digits);
    const code = Number.parseInt(found || '0', 16);
    if (!(code <= 0x10ffff)) throw new RequirementSyntaxError(`"${found}" is not the number of a character`);
    return code;
  }

  #digits(allowed: RegExp, most: number): string {
    let found = '';
    while (found.length < most && allowed.test(this.peek())) found += this.next();
    return found;
  }
}

const controls: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };
