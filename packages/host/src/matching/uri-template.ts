import { CharacterClass } from './character-class.ts';
import { PatternError, repeat, sequence, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { message } from 'oriel-core/messages';

/**
 * Parses a URI template (RFC 6570, level 4) into a pattern that matches all of its expansions.
 *
 * @returns undefined for a text without expressions
 * @throws {PatternError} if the template is invalid
 */
export function parseUriTemplate(source: string): Pattern | undefined {
  if (!/[{}]/.test(source)) return undefined;
  const items: Pattern[] = [];
  for (let position = 0; position < source.length;) {
    const open = source.indexOf('{', position);
    const literal = source.slice(position, open < 0 ? source.length : open);
    if (literal.includes('}')) throw new PatternError(message('pattern.unmatched-brace'));
    if (literal !== '') items.push(parseLiteral(literal));
    if (open < 0) break;
    const close = source.indexOf('}', open);
    if (close < 0) throw new PatternError(message('pattern.open-expression'));
    items.push(parseExpression(source.slice(open + 1, close)));
    position = close + 1;
  }
  return sequence(...items);
}

interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly set: CharacterClass;
}

const UNRESERVED = new CharacterClass('[-A-Za-z0-9._~,]');
const RESERVED = new CharacterClass("[-A-Za-z0-9._~:/?#[\\]@!$&'()*+,;=]");
const HEX: Pattern = { kind: 'class', set: new CharacterClass('[0-9A-Fa-f]') };
const ENCODED = sequence(text('%'), HEX, HEX);

const OPERATORS: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', named: false, set: UNRESERVED },
  '+': { first: '', separator: ',', named: false, set: RESERVED },
  '#': { first: '#', separator: ',', named: false, set: RESERVED },
  '.': { first: '.', separator: '.', named: false, set: UNRESERVED },
  '/': { first: '/', separator: '/', named: false, set: UNRESERVED },
  ';': { first: ';', separator: ';', named: true, set: UNRESERVED },
  '?': { first: '?', separator: '&', named: true, set: UNRESERVED },
  '&': { first: '&', separator: '&', named: true, set: UNRESERVED },
};

const EXPRESSION = /^([+#./;?&]?)([^+#./;?&].*)$/s;
const VARIABLE = /^((?:\w|%[0-9A-Fa-f]{2})(?:[\w.]|%[0-9A-Fa-f]{2})*)(\*|:([1-9]\d{0,3}))?$/;
const MAX_VARIABLES = 16;
const MAX_PREFIX_LENGTH = 1_000;

function parseExpression(source: string): Pattern {
  const match = EXPRESSION.exec(source);
  const operator = match && OPERATORS[match[1]!];
  if (!match || !operator) throw new PatternError(message('pattern.invalid-expression'));
  const variables = match[2]!.split(',');
  if (variables.length > MAX_VARIABLES) throw new PatternError(message('pattern.too-many-variables'));
  const patterns = variables.map((variable) => parseVariable(variable, operator));
  // Variables may be undefined, and the first defined one follows the prefix of the operator.
  const options = patterns.map((pattern, index) =>
    sequence(
      text(operator.first),
      pattern,
      ...patterns.slice(index + 1).map((later) => repeat(sequence(text(operator.separator), later), 0, 1)),
    ),
  );
  return { kind: 'choice', options: [...options, text('')] };
}

function parseVariable(source: string, operator: Operator): Pattern {
  const match = VARIABLE.exec(source);
  if (match === null) throw new PatternError(message('pattern.invalid-variable'));
  const maxLength = match[3] === undefined ? Infinity : Number(match[3]);
  if (maxLength !== Infinity && maxLength > MAX_PREFIX_LENGTH)
    throw new PatternError(message('pattern.prefix-too-long'));
  const value = repeat({ kind: 'choice', options: [{ kind: 'class', set: operator.set }, ENCODED] }, 0, maxLength);
  const single = operator.named ? withName(match[1]!, value, operator) : value;
  if (match[2] !== '*') return single;
  const pair = sequence(value, text('='), value);
  const item: Pattern = { kind: 'choice', options: [single, pair] };
  return sequence(item, repeat(sequence(text(operator.separator), item), 0, Infinity));
}

// An empty value is written "name" after a semicolon, and "name=" otherwise.
function withName(name: string, value: Pattern, { first }: Operator): Pattern {
  const assignment = sequence(text('='), value);
  return sequence(text(name), first === ';' ? repeat(assignment, 0, 1) : assignment);
}

function parseLiteral(literal: string): Pattern {
  const encoded = literal.replace(/[^\u0021-\u007e]+/g, (part) => encodeURI(part.toWellFormed()));
  return encoded === literal ? text(literal) : { kind: 'choice', options: [text(literal), text(encoded)] };
}
