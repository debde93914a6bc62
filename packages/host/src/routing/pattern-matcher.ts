import { BacktrackingMatcher } from '../matching/backtracking-matcher.ts';
import { EMPTY, optional, sequence } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import { compileProgram } from '../matching/program-compiler.ts';

/** The patterns of a path or host: one per token, and the index from which tokens are optional. */
export interface PatternParts {
  readonly pieces: readonly Pattern[];
  readonly optionalFrom: number;
  /** Whether the text may have an additional slash at the end: true for paths, false for hosts. */
  readonly mayEndWithSlash: boolean;
  readonly captures: number;
}

/** Matches a whole text. After a match, `slots` contains start and end of each capture; -1 if it did not participate. */
export interface PatternMatcher {
  readonly slots: Int32Array;
  /** `scan` never backtracks; `linear` uses memoized backtracking. */
  readonly kind: 'scan' | 'linear';
  match(subject: string): boolean;
  /** The steps of the last match of a linear matcher; 0 for a scan. */
  readonly steps: number;
}

/** Matches any pattern in linear time. The fixed texts of the route are searched first, which rejects most other paths. */
export class LinearMatcher implements PatternMatcher {
  readonly kind = 'linear';
  readonly slots: Int32Array;
  readonly #matcher: BacktrackingMatcher;
  readonly #texts: readonly string[];
  readonly #lastText: string;

  constructor(parts: PatternParts) {
    this.#texts = requiredTexts(parts);
    const last = parts.pieces.at(-1);
    this.#lastText = last?.kind === 'text' ? last.text : '';
    this.slots = new Int32Array(parts.captures * 2);
    this.#matcher = new BacktrackingMatcher(compileProgram(wholePattern(parts)));
  }

  get steps(): number {
    return this.#matcher.steps;
  }

  match(subject: string): boolean {
    if (!subject.endsWith(this.#lastText) && !subject.endsWith(`${this.#lastText}/`)) return false;
    if (!containsInOrder(subject, this.#texts)) return false;
    this.slots.fill(-1);
    return this.#matcher.match(subject, 0, this.slots) >= 0;
  }
}

/** Returns the texts that every match contains, in order. */
function requiredTexts({ pieces, optionalFrom }: PatternParts): string[] {
  return pieces
    .slice(0, optionalFrom)
    .flatMap((piece) => (piece.kind === 'sequence' ? piece.items : [piece]))
    .flatMap((item) => (item.kind === 'text' ? [item.text] : []));
}

function containsInOrder(subject: string, texts: readonly string[]): boolean {
  let position = 0;
  for (const text of texts) {
    const found = subject.indexOf(text, position);
    if (found < 0) return false;
    position = found + text.length;
  }
  return true;
}

function wholePattern({ pieces, optionalFrom, mayEndWithSlash }: PatternParts): Pattern {
  let tail: Pattern = EMPTY;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = sequence(pieces[index] as Pattern, tail);
    tail = index >= optionalFrom ? optional(piece) : piece;
  }
  return sequence(tail, { kind: 'assert', at: mayEndWithSlash ? 'end-or-slash' : 'end' });
}
