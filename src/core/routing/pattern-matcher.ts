import { singleCharacter, firstCharacters, isDeterministic, isCharacterRun } from '../matching/pattern-analysis.ts';
import { CharacterClass } from '../matching/character-class.ts';
import { LinearMatcher } from './linear-matcher.ts';
import { isNullable, EMPTY } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import { ScanMatcher } from './scan-matcher.ts';

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
  return canScan(parts) ? new ScanMatcher(parts) : new LinearMatcher(parts);
}

const slash = singleCharacter(0x2f);

/** Is every token decided by the next character, also where the rest may be missing? */
function canScan({ pieces, optionalFrom, mayEndWithSlash }: PatternParts): boolean {
  const end = mayEndWithSlash ? slash : CharacterClass.none;
  let follow = end;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index] as Pattern;
    // Behind the last run there is only the end: giving characters back could never help.
    const decided = index === pieces.length - 1 && endsInRun(piece);
    if (!decided && !isDeterministic(piece, follow)) return false;
    follow = isNullable(piece) || index >= optionalFrom ? follow.union(firstCharacters(piece)) : firstCharacters(piece);
    if (index >= optionalFrom) follow = follow.union(end);
  }
  return true;
}

function endsInRun(piece: Pattern): boolean {
  if (piece.kind === 'sequence') {
    return piece.items.slice(0, -1).every((item) => item.kind === 'text') && endsInRun(piece.items.at(-1) ?? EMPTY);
  }
  if (piece.kind === 'capture' || piece.kind === 'atomic') return endsInRun(piece.item);
  return isCharacterRun(piece);
}
