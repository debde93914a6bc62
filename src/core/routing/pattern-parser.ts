import { CharacterClass } from './character-class.ts';
import { parseBracket } from './bracket-parser.ts';
import { RequirementSyntaxError } from './class-syntax.ts';
import { anyButLineFeed, literal, parseEscape } from './escape-parser.ts';
import { fixedLength, sequence } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { TextCursor } from './text-cursor.ts';

export interface PatternOptions {
  /** Characters are code points with Unicode properties; otherwise they are bytes. */
  readonly utf8: boolean;
  readonly ignoreCase: boolean;
  /** `.` takes a line feed too. */
  readonly dotAll: boolean;
}

/**
 * Reads a requirement, written in the Perl-compatible syntax, into a tree.
 *
 * Groups never capture: a parameter is one value. What a linear matcher cannot promise (backreferences, recursion,
 * conditionals) is refused with a sentence that says so.
 */
export function parsePattern(source: string, options: PatternOptions): Pattern {
  const cursor = new TextCursor(source);
  const pattern = parseChoice(cursor, { ...options });
  if (!cursor.done) throw new RequirementSyntaxError(`unmatched ")" at offset ${cursor.offset}`);
  return pattern;
}

type Mode = { -readonly [key in keyof PatternOptions]: PatternOptions[key] };

function parseChoice(cursor: TextCursor, mode: Mode): Pattern {
  // A flag such as (?i) lasts to the end of its group, over the bars.
  const options = [parseSequence(cursor, mode)];
  while (cursor.eat('|')) options.push(parseSequence(cursor, mode));
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
}

function parseSequence(cursor: TextCursor, mode: Mode): Pattern {
  const items: Pattern[] = [];
  while (!cursor.done && cursor.peek() !== '|' && cursor.peek() !== ')') {
    const atom = parseAtom(cursor, mode);
    if (atom) items.push(parseQuantifiers(cursor, atom));
  }
  return sequence(...items);
}

function parseQuantifiers(cursor: TextCursor, atom: Pattern): Pattern {
  const bounds = cursor.quantifier();
  if (!bounds) return atom;
  const [min, max] = bounds;
  if (max < min) throw new RequirementSyntaxError(`{${min},${max}} has its numbers out of order`);
  if (Math.max(min, max === Infinity ? 0 : max) > 1000) {
    throw new RequirementSyntaxError(`a repetition of more than 1000 is not supported`);
  }
  const greedy = !cursor.eat('?');
  const possessive = greedy && cursor.eat('+');
  const repeat: Pattern = { kind: 'repeat', item: atom, min, max, greedy };
  return possessive ? { kind: 'atomic', item: repeat } : repeat;
}

function parseAtom(cursor: TextCursor, mode: Mode): Pattern | undefined {
  const character = cursor.next();
  switch (character) {
    case '(':
      return parseGroup(cursor, mode);
    case '[':
      return { kind: 'class', set: parseBracket(cursor, mode) };
    case '.':
      return mode.dotAll ? { kind: 'class', set: CharacterClass.any } : anyButLineFeed(mode);
    case '^':
      return { kind: 'assert', at: 'start' };
    case '$':
      return { kind: 'assert', at: 'end' };
    case '\\':
      return parseEscape(cursor, mode);
    case '*':
    case '+':
    case '?':
      throw new RequirementSyntaxError(`nothing to repeat before "${character}" at offset ${cursor.offset - 1}`);
    default:
      return literal(character, mode);
  }
}

function parseGroup(cursor: TextCursor, mode: Mode): Pattern | undefined {
  if (cursor.peek() === '*') throw new RequirementSyntaxError(`verbs such as (${cursor.word()}) are not supported`);
  if (!cursor.eat('?')) return closed(cursor, parseChoice(cursor, { ...mode }));
  if (cursor.eat('#')) {
    cursor.through(')');
    return undefined;
  }
  if (cursor.eat(':') || cursor.eat('|')) return closed(cursor, parseChoice(cursor, { ...mode }));
  if (cursor.eat('>')) return { kind: 'atomic', item: closed(cursor, parseChoice(cursor, { ...mode })) };
  if (cursor.eat('=')) return look(cursor, mode, true, false);
  if (cursor.eat('!')) return look(cursor, mode, true, true);
  if (cursor.eat('<=')) return look(cursor, mode, false, false);
  if (cursor.eat('<!')) return look(cursor, mode, false, true);
  if (cursor.eat('P<') || cursor.eat('<') || cursor.eat("'")) {
    cursor.word();
    if (!cursor.eat('>') && !cursor.eat("'")) throw new RequirementSyntaxError('the name of a group is not closed');
    return closed(cursor, parseChoice(cursor, { ...mode }));
  }
  return parseFlags(cursor, mode);
}

function look(cursor: TextCursor, mode: Mode, ahead: boolean, negate: boolean): Pattern {
  const item = closed(cursor, parseChoice(cursor, { ...mode }));
  const branches = item.kind === 'choice' ? item.options : [item];
  if (!ahead && branches.some((branch) => fixedLength(branch) === undefined)) {
    throw new RequirementSyntaxError('a look-behind must have a fixed length');
  }
  return { kind: 'look', item, ahead, negate };
}

function parseFlags(cursor: TextCursor, mode: Mode): Pattern | undefined {
  const changed = { ...mode };
  let value = true;
  for (;;) {
    const flag = cursor.next();
    if (flag === '-') value = false;
    else if (flag === 'i') changed.ignoreCase = value;
    else if (flag === 's') changed.dotAll = value;
    else if (flag === ':') return closed(cursor, parseChoice(cursor, changed));
    else if (flag === ')') {
      Object.assign(mode, changed);
      return undefined;
    } else
      throw new RequirementSyntaxError(`"(?${flag}" is not supported: use plain groups, look-arounds, (?i) and (?s)`);
  }
}

function closed(cursor: TextCursor, pattern: Pattern): Pattern {
  if (!cursor.eat(')')) throw new RequirementSyntaxError('a group is not closed');
  return pattern;
}
