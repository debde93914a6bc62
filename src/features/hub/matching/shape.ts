import type { CharacterSet } from './character-set.ts';

/** What a text has to look like: the tree that expressions, URL patterns and URI templates are read into. */
export type Shape =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly items: readonly Shape[] }
  | { readonly kind: 'choice'; readonly options: readonly Shape[] }
  | { readonly kind: 'repeat'; readonly item: Shape; readonly min: number; readonly max: number };

/** This text and no other. */
export function text(value: string): Shape {
  return { kind: 'text', text: value };
}

/** One after the other; one alone stays as it is. */
export function sequence(...items: readonly Shape[]): Shape {
  return items.length === 1 ? items[0]! : { kind: 'sequence', items };
}

/** So many times, `Infinity` for without end. */
export function repeat(item: Shape, min: number, max: number): Shape {
  return { kind: 'repeat', item, min, max };
}

/** A pattern that is none, or one that cannot be matched in bounded time. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
