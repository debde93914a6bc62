import { PatternCursor } from './pattern-cursor.ts';
import { PatternError, sequence } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { message } from 'oriel-core/messages';

export interface PatternParserOptions {
  /** Groups inside groups; unlimited by default. */
  readonly maxDepth?: number;
  /** Accepts possessive quantifiers such as `a++`. */
  readonly hasPossessive?: boolean;
}

/** Parses what the dialects of regular expressions have in common: alternatives, sequences, quantifiers and nesting. */
export abstract class PatternParser {
  protected readonly cursor: PatternCursor;
  readonly #maxDepth: number;
  readonly #hasPossessive: boolean;
  #depth = 0;

  constructor(source: string, { maxDepth = Infinity, hasPossessive = false }: PatternParserOptions = {}) {
    this.cursor = new PatternCursor(source);
    this.#maxDepth = maxDepth;
    this.#hasPossessive = hasPossessive;
  }

  /**
   * Parses the whole source.
   *
   * @throws {PatternError} for invalid or unsupported syntax
   */
  parse(): Pattern {
    const pattern = this.#parseAlternatives();
    if (!this.cursor.isAtEnd)
      throw new PatternError(message('pattern.unmatched-parenthesis', { offset: this.cursor.offset }));
    return pattern;
  }

  /** Parses one unit that a quantifier can repeat; returns undefined for syntax that matches nothing, such as a comment. */
  protected abstract parseAtom(): Pattern | undefined;

  /** Parses the rest of a group, after its opening parenthesis and prefix. */
  protected parseGroupBody(): Pattern {
    if (++this.#depth > this.#maxDepth) throw new PatternError(message('pattern.groups-too-deep'));
    const pattern = this.#parseAlternatives();
    if (!this.cursor.skip(')')) throw new PatternError(message('pattern.open-group'));
    this.#depth--;
    return pattern;
  }

  #parseAlternatives(): Pattern {
    const options = [this.#parseSequence()];
    while (this.cursor.skip('|')) options.push(this.#parseSequence());
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
  }

  #parseSequence(): Pattern {
    const { cursor } = this;
    const items: Pattern[] = [];
    while (!cursor.isAtEnd && cursor.peek() !== '|' && cursor.peek() !== ')') {
      const atom = this.parseAtom();
      if (atom) items.push(this.#parseQuantifier(atom));
    }
    return sequence(...items);
  }

  #parseQuantifier(atom: Pattern): Pattern {
    const { cursor } = this;
    const match = cursor.match(QUANTIFIER);
    if (!match) return atom;
    const min = match[1] === undefined ? (match[0] === '+' ? 1 : 0) : Number(match[1]);
    let max = match[0] === '?' ? 1 : Infinity;
    if (match[1] !== undefined) max = match[2] === undefined ? min : match[3] === '' ? Infinity : Number(match[3]);
    if (max < min) throw new PatternError(message('pattern.repetition-out-of-order'));
    if (min > MAX_REPETITIONS || (max !== Infinity && max > MAX_REPETITIONS))
      throw new PatternError(message('pattern.repetition-too-large', { max: MAX_REPETITIONS }));
    const greedy = !cursor.skip('?');
    const repeat: Pattern = { kind: 'repeat', item: atom, min, max, greedy };
    return greedy && this.#hasPossessive && cursor.skip('+') ? { kind: 'atomic', item: repeat } : repeat;
  }
}

const QUANTIFIER = /[*+?]|\{(\d{1,9})(,(\d{0,9}))?\}/y;
const MAX_REPETITIONS = 1_000;
