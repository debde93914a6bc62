import { range } from './pcre-classes.ts';
import { CharacterClass } from './character-class.ts';
import { isNullable, partsOf } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/** Returns the characters with which a match can begin. */
export function firstCharacters(pattern: Pattern): CharacterClass {
  switch (pattern.kind) {
    case 'text':
      return pattern.text === '' ? CharacterClass.none : singleCharacter(pattern.text.codePointAt(0)!);
    case 'class':
      return pattern.set;
    case 'sequence': {
      let first = CharacterClass.none;
      for (const item of pattern.items) {
        first = first.union(firstCharacters(item));
        if (!isNullable(item)) break;
      }
      return first;
    }
    case 'choice':
      return pattern.options.map(firstCharacters).reduce((all, one) => all.union(one), CharacterClass.none);
    case 'repeat':
    case 'atomic':
    case 'capture':
      return firstCharacters(pattern.item);
    case 'look':
    case 'assert':
      return CharacterClass.none;
  }
}

/** Returns the class of one character. */
export function singleCharacter(code: number): CharacterClass {
  return CharacterClass.of(range(code).items, { negate: false, ignoreCase: false, asciiOnly: code < 128 });
}

/**
 * Whether the next character decides every choice in the pattern, so that a scanner matches it without backtracking.
 *
 * @param follow the characters that may come after the pattern
 */
export function isDeterministic(pattern: Pattern, follow: CharacterClass): boolean {
  switch (pattern.kind) {
    case 'text':
    case 'class':
      return true;
    case 'sequence': {
      let after = follow;
      for (const item of [...pattern.items].reverse()) {
        if (!isDeterministic(item, after)) return false;
        after = isNullable(item) ? after.union(firstCharacters(item)) : firstCharacters(item);
      }
      return true;
    }
    case 'choice':
      return areDisjoint(pattern.options) && pattern.options.every((option) => isDeterministic(option, follow));
    case 'repeat':
      return isDeterministicRepeat(pattern, follow);
    case 'atomic':
      return isCharacterRun(pattern.item) || isDeterministic(pattern.item, follow);
    case 'capture':
      return isDeterministic(pattern.item, follow);
    case 'look':
    case 'assert':
      return false;
  }
}

/** Whether the pattern is a greedy repetition of one class, such as `\d+`, the most common requirement. */
export function isCharacterRun(pattern: Pattern): pattern is Extract<Pattern, { kind: 'repeat' }> {
  return pattern.kind === 'repeat' && pattern.greedy && pattern.item.kind === 'class';
}

function isDeterministicRepeat(pattern: Extract<Pattern, { kind: 'repeat' }>, follow: CharacterClass): boolean {
  const first = firstCharacters(pattern.item);
  if (isNullable(pattern.item)) return false;
  if (pattern.min !== pattern.max && (!pattern.greedy || first.intersects(follow))) return false;
  return isDeterministic(pattern.item, pattern.max > 1 ? follow.union(first) : follow);
}

function areDisjoint(options: readonly Pattern[]): boolean {
  return options.every(
    (option, index) =>
      !isNullable(option) &&
      options.slice(index + 1).every((other) => !firstCharacters(option).intersects(firstCharacters(other))),
  );
}

/**
 * Whether the pattern contains an unbounded repetition inside another where a text can be divided among the iterations in
 * several ways, as in `(a+)+`. `[a-z]+(?:-[a-z]+)*` is allowed: the hyphen marks where an iteration begins.
 */
export function hasNestedRepetition(pattern: Pattern): boolean {
  if (pattern.kind === 'repeat' && pattern.max === Infinity && isAmbiguousIteration(pattern.item)) return true;
  return partsOf(pattern).some(hasNestedRepetition);
}

function isAmbiguousIteration(item: Pattern): boolean {
  return overlapsFollower(item, firstCharacters(item));
}

/** Whether an unbounded repetition in `pattern` can consume a character that may also follow it. */
function overlapsFollower(pattern: Pattern, follow: CharacterClass): boolean {
  switch (pattern.kind) {
    case 'repeat':
      if (pattern.max === Infinity && firstCharacters(pattern.item).intersects(follow)) return true;
      return overlapsFollower(pattern.item, pattern.max > 1 ? follow.union(firstCharacters(pattern.item)) : follow);
    case 'sequence': {
      let after = follow;
      for (const item of [...pattern.items].reverse()) {
        if (overlapsFollower(item, after)) return true;
        after = isNullable(item) ? after.union(firstCharacters(item)) : firstCharacters(item);
      }
      return false;
    }
    case 'choice':
      return pattern.options.some((option) => overlapsFollower(option, follow));
    case 'capture':
      return overlapsFollower(pattern.item, follow);
    case 'look':
      // An unbounded look-around in each iteration would read the rest of the text each time.
      return containsUnbounded(pattern.item);
    default:
      return false;
  }
}

function containsUnbounded(pattern: Pattern): boolean {
  return (pattern.kind === 'repeat' && pattern.max === Infinity) || partsOf(pattern).some(containsUnbounded);
}
