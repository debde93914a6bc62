import { CharacterClass } from './character-class.ts';
import type { PatternCursor } from './pattern-cursor.ts';
import { PcreError, posixClass, range, shorthand, unicodeProperty } from './pcre-classes.ts';
import type { ClassItem } from './pcre-classes.ts';

/** Parses a bracket expression, after its opening bracket. */
export function parseBracket(
  cursor: PatternCursor,
  mode: { readonly utf8: boolean; readonly ignoreCase: boolean },
): CharacterClass {
  const negate = cursor.skip('^');
  const items: ClassItem[] = [];
  // A closing bracket in the first position is a literal.
  if (cursor.skip(']')) items.push(range(0x5d));
  while (!cursor.skip(']')) {
    if (cursor.isAtEnd) throw new PcreError('a "[" is not closed');
    items.push(parseItem(cursor, mode.utf8));
  }
  return CharacterClass.of(items.map((item) => item.items).join(''), {
    negate,
    ignoreCase: mode.ignoreCase,
    asciiOnly: items.every((item) => item.asciiOnly),
  });
}

function parseItem(cursor: PatternCursor, utf8: boolean): ClassItem {
  if (cursor.skip('[:')) return posixClass(cursor.readThrough(':]'), utf8);
  const from = parseCharacter(cursor, utf8);
  if (typeof from !== 'number') return from;
  if (cursor.peek() !== '-' || cursor.peek(1) === ']' || cursor.peek(1) === '') return range(from);
  const start = cursor.offset;
  cursor.next();
  const to = parseCharacter(cursor, utf8);
  if (typeof to !== 'number') {
    // The hyphen in [a-\d] is a literal.
    cursor.offset = start;
    return range(from);
  }
  if (to < from) throw new PcreError('a range in "[…]" is out of order');
  return range(from, to);
}

function parseCharacter(cursor: PatternCursor, utf8: boolean): number | ClassItem {
  const character = cursor.next();
  if (character !== '\\') return character.codePointAt(0)!;
  const letter = cursor.next();
  if (letter === 'b') return 8;
  if (letter === 'p' || letter === 'P') return unicodeProperty(readPropertyName(cursor), letter === 'P');
  return shorthand(letter, utf8) ?? readEscapedCode(cursor, letter);
}

/** Reads the name after `\p`: `L` or `{Lu}`. */
export function readPropertyName(cursor: PatternCursor): string {
  return cursor.skip('{') ? cursor.readThrough('}') : cursor.next();
}

/** Returns the code point of an escape that is not a class, after the backslash and its letter. */
export function readEscapedCode(cursor: PatternCursor, letter: string): number {
  const control = CONTROL_CODES[letter];
  if (control !== undefined) return control;
  if (letter === 'x') return readHexadecimal(cursor, HEX_2);
  if (letter === 'u') return readHexadecimal(cursor, HEX_4);
  if (letter === 'c') return cursor.next().toUpperCase().codePointAt(0)! ^ 64;
  if (letter === '0') return Number.parseInt(`0${cursor.match(OCTAL_2)![0]}`, 8);
  if (/[1-9gk]/.test(letter))
    throw new PcreError(`the backreference "\\${letter}" is not supported: patterns are matched in linear time`);
  if (/[A-Za-z]/.test(letter)) throw new PcreError(`"\\${letter}" is not supported`);
  return letter.codePointAt(0)!;
}

function readHexadecimal(cursor: PatternCursor, digits: RegExp): number {
  const found = cursor.skip('{') ? cursor.readThrough('}') : cursor.match(digits)![0];
  const code = Number.parseInt(found || '0', 16);
  if (!(code <= 0x10ffff)) throw new PcreError(`"${found}" is not a valid code point`);
  return code;
}

const CONTROL_CODES: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };
const HEX_2 = /[0-9A-Fa-f]{0,2}/y;
const HEX_4 = /[0-9A-Fa-f]{0,4}/y;
const OCTAL_2 = /[0-7]{0,2}/y;
