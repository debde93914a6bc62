import { CharacterSet } from './character-set.ts';
import { PatternError, repeat, sequence, text } from './shape.ts';
import type { Shape } from './shape.ts';

/**
 * Reads a URI template (RFC 6570, all four levels) as the shape of everything that it can expand to.
 *
 * @returns undefined for a text without any expression, which stands for itself alone
 * @throws {PatternError} when it is none
 */
export function parseTemplate(source: string): Shape | undefined {
  if (!/[{}]/.test(source)) return undefined;
  const items: Shape[] = [];
  for (let at = 0; at < source.length;) {
    const open = source.indexOf('{', at);
    const literal = source.slice(at, open < 0 ? source.length : open);
    if (literal.includes('}')) throw new PatternError('a "}" closes nothing');
    if (literal !== '') items.push(literalShape(literal));
    if (open < 0) break;
    const close = source.indexOf('}', open);
    if (close < 0) throw new PatternError('a "{" is not closed');
    items.push(expression(source.slice(open + 1, close)));
    at = close + 1;
  }
  return sequence(...items);
}

interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly set: CharacterSet;
}

const PLAIN = new CharacterSet('[\\-A-Za-z0-9._~,]', 'u');
const RESERVED = new CharacterSet("[\\-A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=]", 'u');
const HEX: Shape = { kind: 'set', set: new CharacterSet('[0-9A-Fa-f]', 'u') };
const ENCODED = sequence(text('%'), HEX, HEX);

const OPERATORS: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', named: false, set: PLAIN },
  '+': { first: '', separator: ',', named: false, set: RESERVED },
  '#': { first: '#', separator: ',', named: false, set: RESERVED },
  '.': { first: '.', separator: '.', named: false, set: PLAIN },
  '/': { first: '/', separator: '/', named: false, set: PLAIN },
  ';': { first: ';', separator: ';', named: true, set: PLAIN },
  '?': { first: '?', separator: '&', named: true, set: PLAIN },
  '&': { first: '&', separator: '&', named: true, set: PLAIN },
};

const EXPRESSION = /^([+#./;?&]?)([^+#./;?&].*)$/s;
const VARIABLE = /^((?:\w|%[0-9A-Fa-f]{2})(?:[\w.]|%[0-9A-Fa-f]{2})*)(\*|:([1-9]\d{0,3}))?$/;
const MOST_VARIABLES = 16;

function expression(source: string): Shape {
  const match = EXPRESSION.exec(source);
  const operator = match && OPERATORS[match[1]!];
  if (!match || !operator) throw new PatternError('an expression is empty or unknown');
  const variables = match[2]!.split(',');
  if (variables.length > MOST_VARIABLES) throw new PatternError('an expression has too many variables');
  const shapes = variables.map((each) => variable(each, operator));
  // A variable may be undefined, and what is left of the others begins with the mark of the operator all the same.
  const options = shapes.map((shape, index) =>
    sequence(
      text(operator.first),
      shape,
      ...shapes.slice(index + 1).map((later) => repeat(sequence(text(operator.separator), later), 0, 1)),
    ),
  );
  return { kind: 'choice', options: [...options, text('')] };
}

function variable(source: string, operator: Operator): Shape {
  const match = VARIABLE.exec(source);
  if (match === null) throw new PatternError('a variable has no valid name');
  const most = match[3] === undefined ? Infinity : Number(match[3]);
  if (most !== Infinity && most > 1000) throw new PatternError('a prefix is too long');
  const value = repeat({ kind: 'choice', options: [{ kind: 'set', set: operator.set }, ENCODED] }, 0, most);
  const one = operator.named ? named(match[1]!, value, operator) : value;
  if (match[2] !== '*') return one;
  const pair = sequence(value, text('='), value);
  const item: Shape = { kind: 'choice', options: [one, pair] };
  return sequence(item, repeat(sequence(text(operator.separator), item), 0, Infinity));
}

// An empty value is "name" after a semicolon, and "name=" elsewhere.
function named(name: string, value: Shape, { first }: Operator): Shape {
  const assigned = sequence(text('='), value);
  return sequence(text(name), first === ';' ? repeat(assigned, 0, 1) : assigned);
}

function literalShape(literal: string): Shape {
  const encoded = literal.replace(/[^\u0021-\u007e]+/g, (part) => encodeURI(part.toWellFormed()));
  return encoded === literal ? text(literal) : { kind: 'choice', options: [text(literal), text(encoded)] };
}
