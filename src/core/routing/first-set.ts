import { CharacterClass } from './character-class.ts';
import { range } from './class-syntax.ts';
import { isNullable } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/** The characters with which a pattern can begin. */
export function firstOf(pattern: Pattern): CharacterClass {
  switch (pattern.kind) {
    case 'text':
      return pattern.text === '' ? CharacterClass.none : characterOf(pattern.text.codePointAt(0) ?? 0);
    case 'class':
      return pattern.set;
    case 'sequence': {
      let first = CharacterClass.none;
      for (const item of pattern.items) {
        first = first.union(firstOf(item));
        if (!isNullable(item)) break;
      }
      return first;
    }
    case 'choice':
      return pattern.options.map(firstOf).reduce((all, one) => all.union(one), CharacterClass.none);
    case 'repeat':
    case 'atomic':
    case 'capture':
      return firstOf(pattern.item);
    case 'look':
    case 'assert':
      return CharacterClass.none;
  }
}

/** The set of one character. */
export function characterOf(code: number): CharacterClass {
  return CharacterClass.of(range(code).items, { negate: false, ignoreCase: false, asciiOnly: code < 128 });
}
