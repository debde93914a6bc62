import { CharacterClass } from './character-class.ts';
import { repeat, sequence, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/**
 * Parses a valid regular expression with the flag `u` for the analysis. Groups and assertions lose their names and directions; anchors
 * and word boundaries match nothing.
 *
 * @param source an expression that `RegExp` accepts
 */
export function parseRegExp(source: string, flags = 'su'): Pattern {
  const cursor: Cursor = { source, flags, offset: 0 };
  return parseAlternatives(cursor);
}

interface Cursor {
  readonly source: string;
  /** Contains `i` where letters match in either case. */
  flags: string;
  offset: number;
}

function parseAlternatives(cursor: Cursor): Pattern {
  const options = [parseSequence(cursor)];
  while (cursor.source[cursor.offset] === '|') {
    cursor.offset++;
    options.push(parseSequence(cursor));
  }
  return options.length === 1 ? options[0]! : { kind: 'choice', options };
}

function parseSequence(cursor: Cursor): Pattern {
  const items: Pattern[] = [];
  while (cursor.offset < cursor.source.length && !'|)'.includes(cursor.source[cursor.offset]!)) {
    const atom = parseAtom(cursor);
    const quantifier = read(cursor, QUANTIFIER);
    items.push(quantifier ? parseRepeat(atom, quantifier) : atom);
  }
  return sequence(...items);
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

function parseRepeat(item: Pattern, [, sign, min, comma, max]: RegExpExecArray): Pattern {
  if (sign === undefined)
    return repeat(item, Number(min), comma === '' ? Number(min) : max === '' ? Infinity : Number(max));
  return repeat(item, sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity);
}

function parseAtom(cursor: Cursor): Pattern {
  const group = read(cursor, GROUP);
  if (group) {
    const { flags } = cursor;
    if (IGNORES_CASE.test(group[0])) cursor.flags = `${flags.replace('i', '')}i`;
    const item = parseAlternatives(cursor);
    cursor.flags = flags;
    cursor.offset++;
    return LOOK.test(group[0]) ? { kind: 'look', item } : item;
  }
  if (read(cursor, ASSERTION)) return sequence();
  const [atom] = read(cursor, ATOM)!;
  if (atom === '.' || atom.startsWith('[') || /^\\\w/.test(atom))
    return { kind: 'class', set: getClass(atom, cursor.flags) };
  const character = atom.replace('\\', '');
  const hasCase = cursor.flags.includes('i') && character.toLowerCase() !== character.toUpperCase();
  return hasCase ? { kind: 'class', set: getClass(atom, cursor.flags) } : text(character);
}

// Bounded by the program: only the configuration has patterns that are parsed.
const classes = new Map<string, CharacterClass>();

function getClass(source: string, flags: string): CharacterClass {
  const key = `${flags} ${source}`;
  const known = classes.get(key) ?? new CharacterClass(source, flags);
  classes.set(key, known);
  return known;
}

const GROUP = /\((?:\?(?:[a-z-]*:|<?[=!]|<[^>]*>))?/y;
const IGNORES_CASE = /^\(\?[a-z]*i/;
const LOOK = /^\(\?<?[=!]/;
const ASSERTION = /[\^$]|\\[bB]/y;
const ATOM = /\[(?:\\[^]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[^])|[^]/iuy;

function read(cursor: Cursor, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = cursor.offset;
  const found = expression.exec(cursor.source);
  if (found) cursor.offset += found[0].length;
  return found;
}
