import { CharacterClass } from './character-class.ts';
import { property, range, shorthand } from './class-syntax.ts';
import type { ClassItem } from './class-syntax.ts';
import type { PatternOptions } from './pattern-parser.ts';
import { text } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import type { TextCursor } from './text-cursor.ts';

/** Reads what stands behind a backslash; `undefined` where that is nothing to match. */
export function parseEscape(cursor: TextCursor, mode: PatternOptions): Pattern | undefined {
  const letter = cursor.next();
  if (letter === 'A') return { kind: 'assert', at: 'start' };
  if (letter === 'z') return { kind: 'assert', at: 'end' };
  if (letter === 'Z') return { kind: 'assert', at: 'end-or-newline' };
  if (letter === 'b') return { kind: 'assert', at: 'word-boundary' };
  if (letter === 'B') return { kind: 'assert', at: 'not-word-boundary' };
  if (letter === 'Q') return text(cursor.through('\\E', true));
  if (letter === 'E') return undefined;
  if (letter === 'N') return anyButLineFeed(mode);
  if (letter === 'R')
    return { kind: 'choice', options: [text('\r\n'), classOf(shorthand('v', mode.utf8) ?? range(10), mode)] };
  if (letter === 'p' || letter === 'P') return classOf(property(cursor.propertyName(), letter === 'P'), mode);
  const item = shorthand(letter, mode.utf8);
  if (item) return classOf(item, mode);
  return literal(String.fromCodePoint(cursor.escapedCode(letter)), mode);
}

/** One character, in both cases where case does not count. */
export function literal(character: string, mode: PatternOptions): Pattern {
  if (!mode.ignoreCase || character.toLowerCase() === character.toUpperCase()) return text(character);
  const code = character.codePointAt(0) ?? 0;
  return classOf(range(code), mode);
}

/** All characters but the line feed. */
export function anyButLineFeed(mode: PatternOptions): Pattern {
  return classOf({ items: '\\u{a}', asciiOnly: true }, mode, true);
}

function classOf(item: ClassItem, mode: PatternOptions, negate = false): Pattern {
  const { items, asciiOnly } = item;
  return { kind: 'class', set: CharacterClass.of(items, { negate, ignoreCase: mode.ignoreCase, asciiOnly }) };
}
