import { CharacterClass } from './character-class.ts';
import { PatternError, repeat, sequence, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { message } from 'oriel-core/messages';

/**
 * Parses one component of a URL pattern: fixed text, `:name`, `*` and groups in braces, each with an optional `?`, `*` or `+`. Regular
 * expressions in parentheses are rejected.
 *
 * @param segment matches a name without an expression
 * @param prefix a character that becomes part of the group after it, such as the slash in a path
 * @throws {PatternError} for invalid or unsupported syntax
 */
export function parseComponent(source: string, segment: Pattern, prefix: '/' | ''): Pattern {
  const items: Pattern[] = [];
  let fixed = '';
  let position = 0;
  const flush = (): void => {
    if (fixed !== '') items.push(text(fixed));
    fixed = '';
  };
  while (position < source.length) {
    const [part, end] = parsePart(source, position, segment);
    position = end;
    if (typeof part === 'string') {
      fixed += part;
      continue;
    }
    const modifier = MODIFIERS[source[position] ?? ''];
    if (modifier) position++;
    let { pattern } = part;
    // Except in braces, the prefix is repeated or omitted together with the group.
    if (modifier && !part.hasBraces && prefix !== '' && fixed.endsWith(prefix)) {
      fixed = fixed.slice(0, -1);
      pattern = sequence(text(prefix), pattern);
    }
    flush();
    items.push(modifier ? repeat(pattern, ...modifier) : pattern);
  }
  flush();
  return items.length === 0 ? text('') : sequence(...items);
}

interface Part {
  readonly pattern: Pattern;
  readonly hasBraces: boolean;
}

const MODIFIERS: Readonly<Record<string, readonly [number, number]>> = {
  '?': [0, 1],
  '*': [0, Infinity],
  '+': [1, Infinity],
};

function parsePart(source: string, position: number, segment: Pattern): readonly [string | Part, number] {
  const character = source[position]!;
  if (character === '\\') return [source[position + 1] ?? '', position + 2];
  if (character === '*') return [{ pattern: ANYTHING, hasBraces: false }, position + 1];
  if (character === '(') throw new PatternError(message('pattern.expression'));
  if (character === '{') return parseBraces(source, position, segment);
  if (character === ':') {
    NAME.lastIndex = position + 1;
    const name = NAME.exec(source);
    if (name === null) throw new PatternError(message('pattern.name-missing'));
    return [{ pattern: segment, hasBraces: false }, position + 1 + name[0].length];
  }
  return [character, position + 1];
}

function parseBraces(source: string, position: number, segment: Pattern): readonly [Part, number] {
  let end = position + 1;
  for (; end < source.length && source[end] !== '}'; end++) if (source[end] === '\\') end++;
  if (end >= source.length) throw new PatternError(message('pattern.open-brace'));
  return [{ pattern: parseComponent(source.slice(position + 1, end), segment, ''), hasBraces: true }, end + 1];
}

const ANYTHING = repeat({ kind: 'class', set: new CharacterClass('[^]') }, 0, Infinity);
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
