import type { Message } from 'oriel-core/messages';
import type { CharacterClass } from './character-class.ts';

/** A parsed pattern. All parsers produce this tree; the analysis and the matcher of the hub read it. */
export type Pattern =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly set: CharacterClass }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly item: Pattern; readonly min: number; readonly max: number }
  | { readonly kind: 'look'; readonly item: Pattern };

/** A pattern with invalid syntax, or one that takes too long to match. */
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

/** Returns a repetition. Use `Infinity` for no upper bound. */
export function repeat(item: Pattern, min: number, max: number): Pattern {
  return { kind: 'repeat', item, min, max };
}

/** Whether a match of the pattern can contain this character. */
export function canContain(pattern: Pattern, code: number): boolean {
  switch (pattern.kind) {
    case 'text':
      return pattern.text.includes(String.fromCodePoint(code));
    case 'class':
      return pattern.set.has(code);
    case 'sequence':
      return pattern.items.some((item) => canContain(item, code));
    case 'choice':
      return pattern.options.some((option) => canContain(option, code));
    case 'repeat':
      return canContain(pattern.item, code);
    case 'look':
      // The text of a look-around is not part of the match.
      return false;
  }
}
