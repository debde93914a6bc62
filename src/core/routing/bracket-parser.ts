import { CharacterClass } from './character-class.ts';
import { RequirementSyntaxError, posixClass, property, range, shorthand } from './class-syntax.ts';
import type { ClassItem } from './class-syntax.ts';
import type { TextCursor } from './text-cursor.ts';

/** Reads `[…]` from behind its opening bracket. */
export function parseBracket(
  cursor: TextCursor,
  mode: { readonly utf8: boolean; readonly ignoreCase: boolean },
): CharacterClass {
  const negate = cursor.eat('^');
  const items: ClassItem[] = [];
  // A closing bracket in the first place is a character.
  if (cursor.eat(']')) items.push(range(0x5d));
  while (!cursor.eat(']')) {
    if (cursor.done) throw new RequirementSyntaxError('a "[" is not closed');
    items.push(parseItem(cursor, mode.utf8));
  }
  return CharacterClass.of(items.map((item) => item.items).join(''), {
    negate,
    ignoreCase: mode.ignoreCase,
    asciiOnly: items.every((item) => item.asciiOnly),
  });
}

function parseItem(cursor: TextCursor, utf8: boolean): ClassItem {
  if (cursor.peek() === '[' && cursor.eat('[:')) return posixClass(cursor.through(':]'), utf8);
  const from = parseCharacter(cursor, utf8);
  if (typeof from !== 'number') return from;
  if (cursor.peek() !== '-' || cursor.peek(1) === ']' || cursor.peek(1) === '') return range(from);
  const mark = cursor.offset;
  cursor.next();
  const to = parseCharacter(cursor, utf8);
  if (typeof to !== 'number') {
    // As in [a-\d]: the hyphen is a character.
    cursor.offset = mark;
    return range(from);
  }
  if (to < from) throw new RequirementSyntaxError('a range in "[…]" is out of order');
  return range(from, to);
}

function parseCharacter(cursor: TextCursor, utf8: boolean): number | ClassItem {
  const character = cursor.next();
  if (character !== '\\') return character.codePointAt(0) ?? 0;
  const letter = cursor.next();
  if (letter === 'b') return 8;
  if (letter === 'p' || letter === 'P') return property(cursor.propertyName(), letter === 'P');
  return shorthand(letter, utf8) ?? cursor.escapedCode(letter);
}
