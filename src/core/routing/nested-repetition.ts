import type { CharacterClass } from './character-class.ts';
import { firstOf } from './first-set.ts';
import { isNullable } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/**
 * Finds an unbounded repetition inside another where a text can be divided among the rounds in more than one way,
 * as in `(a+)+`. `[a-z]+(?:-[a-z]+)*` is fine: the hyphen says where a round begins.
 */
export function hasNestedRepetition(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'repeat':
      if (pattern.max === Infinity && isAmbiguousRound(pattern.item)) return true;
      return hasNestedRepetition(pattern.item);
    case 'sequence':
      return pattern.items.some(hasNestedRepetition);
    case 'choice':
      return pattern.options.some(hasNestedRepetition);
    case 'atomic':
    case 'capture':
    case 'look':
      return hasNestedRepetition(pattern.item);
    default:
      return false;
  }
}

function isAmbiguousRound(round: Pattern): boolean {
  return meetsItsFollower(round, firstOf(round));
}

/** Does an unbounded loop in `pattern` take a character with which `follow`, what comes behind it, can begin? */
function meetsItsFollower(pattern: Pattern, follow: CharacterClass): boolean {
  switch (pattern.kind) {
    case 'repeat':
      if (pattern.max === Infinity && firstOf(pattern.item).meets(follow)) return true;
      return meetsItsFollower(pattern.item, pattern.max > 1 ? follow.union(firstOf(pattern.item)) : follow);
    case 'sequence': {
      let behind = follow;
      for (const item of [...pattern.items].reverse()) {
        if (meetsItsFollower(item, behind)) return true;
        behind = isNullable(item) ? behind.union(firstOf(item)) : firstOf(item);
      }
      return false;
    }
    case 'choice':
      return pattern.options.some((option) => meetsItsFollower(option, follow));
    case 'capture':
      return meetsItsFollower(pattern.item, follow);
    case 'look':
      // A look of unbounded length in every round reads the rest again and again.
      return containsUnbounded(pattern.item);
    default:
      return false;
  }
}

function containsUnbounded(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'repeat':
      return pattern.max === Infinity || containsUnbounded(pattern.item);
    case 'sequence':
      return pattern.items.some(containsUnbounded);
    case 'choice':
      return pattern.options.some(containsUnbounded);
    case 'atomic':
    case 'capture':
    case 'look':
      return containsUnbounded(pattern.item);
    default:
      return false;
  }
}
