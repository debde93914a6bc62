import type { CharacterClass } from './character-class.ts';

/**
 * A parsed expression. The route compiler, the scanner, the linear matcher and the repetition check all read this one tree.
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

export const nothing: Pattern = { kind: 'sequence', items: [] };

/** Patterns one after the other; one alone stays as it is. */
export function sequence(...items: readonly Pattern[]): Pattern {
  return items.length === 1 && items[0] ? items[0] : { kind: 'sequence', items };
}

/** A text, taken literally. */
export function text(value: string): Pattern {
  return { kind: 'text', text: value };
}

/** A pattern once or not at all, rather once. */
export function optional(item: Pattern): Pattern {
  return { kind: 'repeat', item, min: 0, max: 1, greedy: true };
}

/** Can the pattern match without taking a character? */
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

/** Can some character taken by the pattern be this one? */
export function mayTake(pattern: Pattern, code: number): boolean {
  switch (pattern.kind) {
    case 'text':
      return pattern.text.includes(String.fromCodePoint(code));
    case 'class':
      return pattern.set.has(code);
    case 'sequence':
      return pattern.items.some((item) => mayTake(item, code));
    case 'choice':
      return pattern.options.some((option) => mayTake(option, code));
    case 'repeat':
    case 'atomic':
    case 'capture':
      return mayTake(pattern.item, code);
    case 'look':
    case 'assert':
      return false;
  }
}

/** How many characters the pattern takes when it is always the same number, as a look-behind needs. */
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
