import { characterOf, firstOf } from './first-set.ts';
import { CharacterClass } from './character-class.ts';
import { isDeterministic, isRunOfClass } from './determinism.ts';
import { LinearMatcher } from './linear-matcher.ts';
import { compileLinear } from './linear-compiler.ts';
import { isNullable, nothing, optional, sequence, type Pattern } from './pattern.ts';
import { scanStep, toScanStep, type ScanStep } from './scan-step.ts';

/** What a route is made of, ready to be matched: one pattern per token, and the index from which tokens may be missing. */
export interface PatternParts {
  readonly pieces: readonly Pattern[];
  readonly optionalFrom: number;
  /** Paths may end with a slash more than the route; hosts may not. */
  readonly mayEndWithSlash: boolean;
  readonly captures: number;
}

/** Matches a whole text. After `true`, `slots` holds start and end of every capture, -1 where one took no part. */
export interface PatternMatcher {
  readonly slots: Int32Array;
  /** `linear` remembers where it has been; `scan` never has to go back. */
  readonly kind: 'scan' | 'linear';
  match(subject: string): boolean;
  /** Steps taken by the last match of a linear matcher. */
  readonly steps: number;
}

/** Chooses the scanner where every character decides, and the linear matcher for all else. */
export function createPatternMatcher(parts: PatternParts): PatternMatcher {
  return canScan(parts) ? new Scanner(parts) : new LinearPatternMatcher(parts);
}

const slash = characterOf(0x2f);

/** Is every token decided by the next character, also where the rest may be missing? */
function canScan({ pieces, optionalFrom, mayEndWithSlash }: PatternParts): boolean {
  const end = mayEndWithSlash ? slash : CharacterClass.none;
  let follow = end;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index] as Pattern;
    // Behind the last run there is only the end: giving characters back could never help.
    const decided = index === pieces.length - 1 && endsInRun(piece);
    if (!decided && !isDeterministic(piece, follow)) return false;
    follow = isNullable(piece) || index >= optionalFrom ? follow.union(firstOf(piece)) : firstOf(piece);
    if (index >= optionalFrom) follow = follow.union(end);
  }
  return true;
}

function endsInRun(piece: Pattern): boolean {
  if (piece.kind === 'sequence') {
    return piece.items.slice(0, -1).every((item) => item.kind === 'text') && endsInRun(piece.items.at(-1) ?? nothing);
  }
  if (piece.kind === 'capture' || piece.kind === 'atomic') return endsInRun(piece.item);
  return isRunOfClass(piece);
}

class Scanner implements PatternMatcher {
  readonly kind = 'scan';
  readonly steps = 0;
  readonly slots: Int32Array;
  readonly #scans: readonly ScanStep[];
  readonly #optionalFrom: number;
  readonly #mayEndWithSlash: boolean;
  readonly #mayBeginEmpty: boolean;

  constructor({ pieces, optionalFrom, mayEndWithSlash, captures }: PatternParts) {
    this.slots = new Int32Array(captures * 2).fill(-1);
    this.#scans = pieces.map(toScanStep);
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
      const end = scanStep(scans[index] as ScanStep, subject, position, slots);
      if (end < 0) {
        if (index < this.#optionalFrom) return false;
        this.#forget(index);
        break;
      }
      position = end;
    }
    const rest = subject.length - position;
    return rest === 0 || (rest === 1 && this.#mayEndWithSlash && subject.charCodeAt(position) === 0x2f);
  }

  /** From here on every token is one optional parameter, and the captures are numbered in their order. */
  #forget(index: number): void {
    this.slots.fill(-1, this.slots.length - (this.#scans.length - index) * 2);
  }
}

class LinearPatternMatcher implements PatternMatcher {
  readonly kind = 'linear';
  readonly slots: Int32Array;
  readonly #matcher: LinearMatcher;
  readonly #texts: readonly string[];
  readonly #lastText: string;

  constructor(parts: PatternParts) {
    this.#texts = requiredTexts(parts);
    const last = parts.pieces.at(-1);
    this.#lastText = last?.kind === 'text' ? last.text : '';
    this.slots = new Int32Array(parts.captures * 2);
    this.#matcher = new LinearMatcher(compileLinear(wholePattern(parts)));
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

/** Texts that every match holds, in this order. Looking for them first turns most strangers away at the door. */
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
  let tail: Pattern = nothing;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = sequence(pieces[index] as Pattern, tail);
    tail = index >= optionalFrom ? optional(piece) : piece;
  }
  return sequence(tail, { kind: 'assert', at: mayEndWithSlash ? 'end-or-slash' : 'end' });
}
