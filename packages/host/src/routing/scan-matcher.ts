import { CharacterClass } from '../matching/character-class.ts';
import { firstCharacters, isCharacterRun, isDeterministic, singleCharacter } from '../matching/pattern-analysis.ts';
import { isNullable } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import { createScanner } from '../matching/scanner.ts';
import type { Scanner } from '../matching/scanner.ts';
import type { PatternMatcher, PatternParts } from './pattern-matcher.ts';

/** Matches deterministic patterns in one pass without backtracking. */
export class ScanMatcher implements PatternMatcher {
  readonly kind = 'scan';
  readonly steps = 0;
  readonly slots: Int32Array;
  readonly #scans: readonly ScanStep[];
  readonly #optionalFrom: number;
  readonly #mayEndWithSlash: boolean;
  readonly #mayBeginEmpty: boolean;

  constructor({ pieces, optionalFrom, mayEndWithSlash, captures }: PatternParts) {
    this.slots = new Int32Array(captures * 2).fill(-1);
    this.#scans = pieces.map(createScanStep);
    this.#optionalFrom = optionalFrom;
    this.#mayEndWithSlash = mayEndWithSlash;
    this.#mayBeginEmpty = pieces[0]?.kind === 'sequence' && pieces[0].items.at(-1)?.kind === 'repeat';
  }

  match(subject: string): boolean {
    const { slots } = this;
    const scans = this.#scans;
    let position = 0;
    if (this.#mayBeginEmpty) slots.fill(-1);
    for (let index = 0; index < scans.length; index++) {
      const end = matchStep(scans[index] as ScanStep, subject, position, slots);
      if (end < 0) {
        if (index < this.#optionalFrom) return false;
        this.#clearCapturesFrom(index);
        break;
      }
      position = end;
    }
    const rest = subject.length - position;
    return rest === 0 || (rest === 1 && this.#mayEndWithSlash && subject.charCodeAt(position) === 0x2f);
  }

  /** Clears the captures of the optional parameters from `index` on. */
  #clearCapturesFrom(index: number): void {
    this.slots.fill(-1, this.slots.length - (this.#scans.length - index) * 2);
  }
}

const slash = singleCharacter(0x2f);

/** Returns whether the next character decides every choice, including whether optional tokens follow. */
export function canScan({ pieces, optionalFrom, mayEndWithSlash }: PatternParts): boolean {
  const end = mayEndWithSlash ? slash : CharacterClass.none;
  let follow = end;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index] as Pattern;
    // Nothing follows the last run, so backtracking into it cannot help.
    const decided = index === pieces.length - 1 && endsInRun(piece);
    if (!decided && !isDeterministic(piece, follow)) return false;
    follow = isNullable(piece) || index >= optionalFrom ? follow.union(firstCharacters(piece)) : firstCharacters(piece);
    if (index >= optionalFrom) follow = follow.union(end);
  }
  return true;
}

function endsInRun(piece: Pattern): boolean {
  if (piece.kind === 'sequence') {
    const last = piece.items.at(-1);
    return last !== undefined && endsInRun(last) && piece.items.slice(0, -1).every((item) => item.kind === 'text');
  }
  if (piece.kind === 'capture' || piece.kind === 'atomic') return endsInRun(piece.item);
  return isCharacterRun(piece);
}

/**
 * One token of a deterministic pattern: a text and an optional parameter.
 *
 * A parameter that extends to the next slash, or to one of two characters, is scanned inline; others have a function. All
 * steps have the same fields, so that V8 gives them one hidden class.
 */
export interface ScanStep {
  readonly text: string;
  /** The capture slot; -1 for a text without a parameter. */
  readonly slot: number;
  /** The two characters that end the parameter; -1 if `scan` is used. */
  readonly stop: number;
  readonly otherStop: number;
  readonly min: number;
  readonly scan: Scanner | undefined;
}

/** Compiles one token to a step. */
export function createScanStep(piece: Pattern): ScanStep {
  const defaults: ScanStep = { text: '', slot: -1, stop: -1, otherStop: -1, min: 0, scan: undefined };
  if (piece.kind === 'text') return { ...defaults, text: piece.text };
  const [first, second] = piece.kind === 'sequence' && piece.items.length === 2 ? piece.items : [undefined, piece];
  if (second?.kind !== 'capture' || (first && first.kind !== 'text'))
    return { ...defaults, scan: createScanner(piece) };
  const step = { ...defaults, text: first?.text ?? '', slot: second.index * 2 };
  const item = second.item.kind === 'atomic' ? second.item.item : second.item;
  if (isCharacterRun(item) && item.max === Infinity && item.min <= 1 && item.item.kind === 'class') {
    const { excluded } = item.item.set;
    if (excluded.length === 1 || excluded.length === 2) {
      const [stop = -1, otherStop = stop] = excluded;
      return { ...step, stop, otherStop, min: isNullable(item) ? 0 : 1 };
    }
  }
  return { ...step, scan: createScanner(second.item) };
}

/** Matches one step at a position; returns the end, or -1. */
export function matchStep(step: ScanStep, subject: string, position: number, slots: Int32Array): number {
  const { text, stop, slot } = step;
  const { length } = subject;
  const start = position + text.length;
  if (start > length) return -1;
  // Texts are short; comparing inline is faster than a call.
  for (let index = 0; index < text.length; index++) {
    if (subject.charCodeAt(position + index) !== text.charCodeAt(index)) return -1;
  }
  let end = start;
  if (stop >= 0) {
    const { otherStop } = step;
    while (end < length) {
      const code = subject.charCodeAt(end);
      if (code === stop || code === otherStop) break;
      end++;
    }
    if (end - start < step.min) return -1;
  } else if (step.scan) {
    end = step.scan(subject, start, slots);
    if (end < 0) return -1;
  }
  if (slot >= 0) {
    slots[slot] = start;
    slots[slot + 1] = end;
  }
  return end;
}
