import { singleCharacter, firstCharacters, isDeterministic, isCharacterRun } from '../matching/pattern-analysis.ts';
import { CharacterClass } from '../matching/character-class.ts';
import { LinearMatcher } from './linear-matcher.ts';
import { isNullable, EMPTY } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import { ScanMatcher } from './scan-matcher.ts';

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

/** Returns a `ScanMatcher` if the next character decides every choice, and a `LinearMatcher` otherwise. */
export function createPatternMatcher(parts: PatternParts): PatternMatcher {
  return canScan(parts) ? new ScanMatcher(parts) : new LinearMatcher(parts);
}

const slash = singleCharacter(0x2f);

/** Whether the next character decides every choice, including whether optional tokens follow. */
function canScan({ pieces, optionalFrom, mayEndWithSlash }: PatternParts): boolean {
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
    return piece.items.slice(0, -1).every((item) => item.kind === 'text') && endsInRun(piece.items.at(-1) ?? EMPTY);
  }
  if (piece.kind === 'capture' || piece.kind === 'atomic') return endsInRun(piece.item);
  return isCharacterRun(piece);
}
