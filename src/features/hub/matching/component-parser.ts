import { CharacterSet } from './character-set.ts';
import { parseExpression } from './expression-parser.ts';
import { PatternError, repeat, sequence, text } from './shape.ts';
import type { Shape } from './shape.ts';

/**
 * Reads one component of a URL pattern: fixed text, `:name`, `:name(expression)`, `(expression)`, `*`, and groups in braces,
 * each once or `?`, `*`, `+`.
 *
 * @param segment what a name without an expression stands for
 * @param prefix a character before a group that belongs to it, as the slash of a path does
 */
export function parseComponent(source: string, segment: Shape, prefix: '/' | ''): Shape {
  const items: Shape[] = [];
  let fixed = '';
  let at = 0;
  const settle = (): void => {
    if (fixed !== '') items.push(text(fixed));
    fixed = '';
  };
  while (at < source.length) {
    const [part, end] = readPart(source, at, segment);
    at = end;
    if (typeof part === 'string') {
      fixed += part;
      continue;
    }
    const modifier = MODIFIERS[source[at] ?? ''];
    if (modifier) at++;
    let shape = part.shape;
    // The slash before a group comes and goes with it; in braces it is told to.
    if (modifier && !part.braces && prefix !== '' && fixed.endsWith(prefix)) {
      fixed = fixed.slice(0, -1);
      shape = sequence(text(prefix), shape);
    }
    settle();
    items.push(modifier ? repeat(shape, ...modifier) : shape);
  }
  settle();
  return items.length === 0 ? text('') : sequence(...items);
}

interface Part {
  readonly shape: Shape;
  readonly braces: boolean;
}

const MODIFIERS: Readonly<Record<string, readonly [number, number]>> = {
  '?': [0, 1],
  '*': [0, Infinity],
  '+': [1, Infinity],
};

function readPart(source: string, at: number, segment: Shape): readonly [string | Part, number] {
  const character = source[at]!;
  if (character === '\\') return [source[at + 1] ?? '', at + 2];
  if (character === '*') return [{ shape: ANYTHING, braces: false }, at + 1];
  if (character === '(') return readExpression(source, at);
  if (character === '{') return readBraces(source, at, segment);
  if (character === ':') {
    NAME.lastIndex = at + 1;
    const name = NAME.exec(source);
    if (name === null) throw new PatternError('a ":" is followed by no name');
    const end = at + 1 + name[0].length;
    return source[end] === '(' ? readExpression(source, end) : [{ shape: segment, braces: false }, end];
  }
  return [character, at + 1];
}

// A standard reader has checked that brackets are closed, so only where is asked.
function readExpression(source: string, at: number): readonly [Part, number] {
  let depth = 0;
  for (let end = at; end < source.length; end++) {
    const character = source[end]!;
    if (character === '\\') end++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0)
      return [{ shape: parseExpression(source.slice(at + 1, end)), braces: false }, end + 1];
  }
  throw new PatternError('a group is not closed');
}

function readBraces(source: string, at: number, segment: Shape): readonly [Part, number] {
  let end = at + 1;
  for (let depth = 0; end < source.length && (source[end] !== '}' || depth > 0); end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === '(') depth++;
    else if (source[end] === ')') depth--;
  }
  if (end >= source.length) throw new PatternError('a brace is not closed');
  return [{ shape: parseComponent(source.slice(at + 1, end), segment, ''), braces: true }, end + 1];
}

const ANYTHING = repeat({ kind: 'set', set: new CharacterSet('[^]') }, 0, Infinity);
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
