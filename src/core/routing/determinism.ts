import type { CharacterClass } from './character-class.ts';
import { firstOf } from './first-set.ts';
import { isNullable } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/**
 * Can the pattern be matched by looking at one character at a time and never going back?
 *
 * `follow` is what may come behind the pattern. Where every choice is decided by the next character, the greedy walk
 * of the scanner finds the only match there is, so it needs no memory; everything else goes to the linear matcher.
 */
export function isDeterministic(pattern: Pattern, follow: CharacterClass): boolean {
  switch (pattern.kind) {
    case 'text':
    case 'class':
      return true;
    case 'sequence': {
      let behind = follow;
      for (const item of [...pattern.items].reverse()) {
        if (!isDeterministic(item, behind)) return false;
        behind = isNullable(item) ? behind.union(firstOf(item)) : firstOf(item);
      }
      return true;
    }
    case 'choice':
      return areDisjoint(pattern.options) && pattern.options.every((option) => isDeterministic(option, follow));
    case 'repeat':
      return isDeterministicRepeat(pattern, follow);
    case 'atomic':
      return isRunOfClass(pattern.item) || isDeterministic(pattern.item, follow);
    case 'capture':
      return isDeterministic(pattern.item, follow);
    case 'look':
    case 'assert':
      return false;
  }
}

/** A greedy repetition of one set of characters, the commonest requirement there is. */
export function isRunOfClass(pattern: Pattern): pattern is Extract<Pattern, { kind: 'repeat' }> {
  return pattern.kind === 'repeat' && pattern.greedy && pattern.item.kind === 'class';
}

function isDeterministicRepeat(pattern: Extract<Pattern, { kind: 'repeat' }>, follow: CharacterClass): boolean {
  const first = firstOf(pattern.item);
  if (isNullable(pattern.item)) return false;
  if (pattern.min !== pattern.max && (!pattern.greedy || first.meets(follow))) return false;
  return isDeterministic(pattern.item, pattern.max > 1 ? follow.union(first) : follow);
}

function areDisjoint(options: readonly Pattern[]): boolean {
  return options.every(
    (option, index) =>
      !isNullable(option) && options.slice(index + 1).every((other) => !firstOf(option).meets(firstOf(other))),
  );
}
