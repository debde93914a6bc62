import { PatternError } from './pattern.ts';
import { message } from 'oriel-core/messages';

/** A position in the source of a pattern that is being parsed. */
export class PatternCursor {
  /** Index of the next UTF-16 code unit. */
  offset = 0;
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.offset >= this.source.length;
  }

  /** Returns a code unit without consuming it, or '' at the end. */
  peek(ahead = 0): string {
    return this.source[this.offset + ahead] ?? '';
  }

  /**
   * Consumes one character and returns it.
   *
   * @throws {PatternError} at the end of the source
   */
  next(): string {
    const code = this.source.codePointAt(this.offset);
    if (code === undefined) throw new PatternError(message('pattern.unexpected-end'));
    const character = String.fromCodePoint(code);
    this.offset += character.length;
    return character;
  }

  /** Consumes the expected text if it comes next. */
  skip(expected: string): boolean {
    if (!this.source.startsWith(expected, this.offset)) return false;
    this.offset += expected.length;
    return true;
  }

  /** Consumes what a sticky expression matches here. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.offset;
    const match = expression.exec(this.source);
    if (match !== null) this.offset += match[0].length;
    return match;
  }

  /**
   * Consumes everything through `end` and returns it without `end`.
   *
   * @param orRest accepts the rest of the source if `end` does not occur
   * @throws {PatternError} if `end` is missing
   */
  readThrough(end: string, orRest = false): string {
    const found = this.source.indexOf(end, this.offset);
    if (found < 0 && !orRest) throw new PatternError(message('pattern.unexpected-end'));
    const text = this.source.slice(this.offset, found < 0 ? undefined : found);
    this.offset += text.length + (found < 0 ? 0 : end.length);
    return text;
  }
}
