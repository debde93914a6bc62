import type { CharacterClass } from './character-class.ts';
import type { Message } from 'oriel-core/messages';

/**
 * A parsed pattern. All parsers produce this tree; the analysis, the scanner and both matchers read it.
 */
export type Pattern =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly set: CharacterClass }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | {
      readonly kind: 'repeat';
      readonly item: Pattern;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    }
  | { readonly kind: 'atomic'; readonly item: Pattern }
  | { readonly kind: 'capture'; readonly index: number; readonly item: Pattern }
  | { readonly kind: 'look'; readonly item: Pattern; readonly ahead: boolean; readonly negate: boolean }
  | { readonly kind: 'assert'; readonly at: Assertion };

export type Assertion = 'start' | 'end' | 'end-or-newline' | 'end-or-slash' | 'word-boundary' | 'not-word-boundary';

export const EMPTY: Pattern = { kind: 'sequence', items: [] };

/** A pattern with invalid syntax, or one that cannot be matched in linear time. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  /** The reason; `message` is its English text. */
  readonly detail: Message;

  constructor(detail: Message) {
    super(String(detail));
    this.detail = detail;
  }
}

/** Returns the concatenation of patterns; a single pattern is returned unchanged. */
export function sequence(...items: readonly Pattern[]): Pattern {
  return items.length === 1 && items[0] ? items[0] : { kind: 'sequence', items };
}

/** Returns a pattern that matches exactly this text. */
export function text(value: string): Pattern {
  return { kind: 'text', text: value };
}

/** Returns a greedy repetition. Use `Infinity` for no upper bound. */
export function repeat(item: Pattern, min: number, max: number): Pattern {
  return { kind: 'repeat', item, min, max, greedy: true };
}

/** Returns a pattern that matches once, or not at all if it cannot. */
export function optional(item: Pattern): Pattern {
  return repeat(item, 0, 1);
}

/** Whether the pattern can match the empty text. */
export function isNullable(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'text':
      return pattern.text === '';
    case 'class':
      return false;
    case 'sequence':
      return pattern.items.every(isNullable);
    case 'choice':
      return pattern.options.some(isNullable);
    case 'repeat':
      return pattern.min === 0 || isNullable(pattern.item);
    case 'atomic':
    case 'capture':
      return isNullable(pattern.item);
    case 'look':
    case 'assert':
      return true;
  }
}

/** Returns the patterns that a pattern consists of; none for a text, a class or an assertion. */
export function partsOf(pattern: Pattern): readonly Pattern[] {
  if (pattern.kind === 'sequence') return pattern.items;
  if (pattern.kind === 'choice') return pattern.options;
  return 'item' in pattern ? [pattern.item] : [];
}

/** Whether a match of the pattern can contain this character. */
export function canContain(pattern: Pattern, code: number): boolean {
  if (pattern.kind === 'text') return pattern.text.includes(String.fromCodePoint(code));
  if (pattern.kind === 'class') return pattern.set.has(code);
  // The text of a look-around is not part of the match.
  return pattern.kind !== 'look' && partsOf(pattern).some((part) => canContain(part, code));
}

/** Returns the length of every match in characters, or undefined if lengths differ. */
export function fixedLength(pattern: Pattern): number | undefined {
  switch (pattern.kind) {
    case 'text':
      return [...pattern.text].length;
    case 'class':
      return 1;
    case 'sequence':
      return sum(pattern.items.map(fixedLength));
    case 'choice': {
      const lengths = new Set(pattern.options.map(fixedLength));
      return lengths.size === 1 ? [...lengths][0] : undefined;
    }
    case 'repeat': {
      const length = fixedLength(pattern.item);
      return length !== undefined && pattern.min === pattern.max ? length * pattern.min : undefined;
    }
    case 'atomic':
    case 'capture':
      return fixedLength(pattern.item);
    case 'look':
    case 'assert':
      return 0;
  }
}

function sum(lengths: readonly (number | undefined)[]): number | undefined {
  let total = 0;
  for (const length of lengths) {
    if (length === undefined) return undefined;
    total += length;
  }
  return total;
}
