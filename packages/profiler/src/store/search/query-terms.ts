import { didYouMean, isToken } from 'oriel-core/http';
import { FINDING_CODES } from '../../profile/finding-codes.ts';
import { SIGNS } from './profile-query.ts';
import type { QueryTerm } from './profile-query.ts';
import { FEATURES } from './query-fields.ts';
import type { FieldDefinition } from './query-fields.ts';
import { isExactLevel } from './query-match-data.ts';
import type { QueryToken } from './query-tokens.ts';
import { COUNT_UNITS, DURATION_UNITS, SIZE_UNITS, parseAmount, parseTime } from './query-values.ts';

/** A condition without its negation. */
export type Condition = Pick<QueryTerm, 'operator' | 'value'> & Partial<QueryTerm> & Pick<QueryTerm, 'field'>;

export interface ConditionIssue {
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/** Parses the value of a field. */
export function parseCondition(
  definition: FieldDefinition,
  token: QueryToken,
  header: string,
  now: number,
): Condition | ConditionIssue {
  const { kind, field, name, example } = definition;
  const isText = kind === 'text' || kind === 'path' || kind === 'word' || kind === 'header' || kind === 'log';
  // In `body:<div>`, the sign is part of the text.
  const isSign = !isText || token.sign === '=' || token.sign === '~' || token.sign === '';
  const sign = isSign ? token.sign : '';
  const value = isSign ? token.value : token.sign + token.value;
  if (value === '' && !token.quoted) return { problem: `"${name}:" requires a value, such as ${example}` };
  switch (kind) {
    case 'text':
    case 'word':
    case 'path':
      return { field, ...textCondition(kind, sign, value, token.quoted) };
    case 'header':
      if (!isToken(header)) return { problem: 'Write the name of the header after a dot', suggestion: example };
      return { field, name: header, ...textCondition('text', sign, value, token.quoted) };
    case 'method':
      if (sign === '~') return { field, operator: 'contains', value };
      if (!METHOD.test(value) || sign !== '')
        return { problem: `"${value}" is not a valid method`, suggestion: example };
      return { field, operator: 'is', value: value.toUpperCase() };
    case 'token':
      if (!PROFILE_TOKEN.test(value) || sign !== '')
        return { problem: `"${value}" is not a profile token; tokens have 6 hexadecimal digits` };
      return { field, operator: 'is', value: value.toLowerCase() };
    case 'finding':
      return { field, ...findingCondition(sign, value, token.quoted) };
    case 'user':
      // The user 42 is not the user 142.
      return { field, ...textCondition(/^\d+$/.test(value) ? 'word' : 'text', sign, value, token.quoted) };
    case 'visitor':
      if (!VISITOR.test(value) || sign !== '')
        return {
          problem: `"${value}" is not the id of a visitor; ids have 8 to 16 hexadecimal digits`,
          suggestion: example,
        };
      return { field, ...textCondition('text', '', `${value.toLowerCase().replace('*', '')}*`, false) };
    case 'log':
      return token.quoted || sign !== ''
        ? { field, ...textCondition('text', sign, value, token.quoted) }
        : logCondition(value);
    case 'has':
      return hasCondition(value);
    case 'status':
      return withField(field, statusCondition(sign, value), example);
    case 'since':
    case 'until':
    case 'time':
      return withField(field, timeCondition(kind, sign, value, now), example);
    default:
      return withField(field, amountCondition(kind, sign, value), example);
  }
}

type Comparison = Pick<QueryTerm, 'operator' | 'value' | 'to'>;

function withField(
  field: QueryTerm['field'],
  comparison: Comparison | undefined,
  example: string,
): Condition | ConditionIssue {
  return comparison
    ? { field, ...comparison }
    : {
        problem: `Invalid value for "${example.slice(0, example.indexOf(':'))}"`,
        suggestion: example,
      };
}

function textCondition(kind: 'text' | 'word' | 'path', sign: string, value: string, quoted: boolean): Comparison {
  if (sign === '=') return { operator: 'is', value };
  if (sign === '~') return { operator: 'contains', value };
  if (!quoted && value === '*') return { operator: 'contains', value: '' };
  if (!quoted && value.endsWith('*')) return { operator: 'starts', value: value.slice(0, -1) };
  if (kind === 'word') return { operator: 'is', value };
  return { operator: kind === 'path' && value.startsWith('/') ? 'starts' : 'contains', value };
}

function statusCondition(sign: string, value: string): Comparison | undefined {
  const [, digits] = /^(\d{1,3})x{0,2}$/i.exec(value) ?? [];
  if (sign !== '' && sign !== '=') return amountCondition('count', sign, value);
  if (digits === undefined || (value.length > digits.length && value.length !== 3))
    return amountCondition('count', sign, value);
  const width = 10 ** (3 - digits.length);
  const from = Number(digits) * width;
  return width === 1 ? { operator: 'is', value: from } : { operator: 'between', value: from, to: from + width - 1 };
}

const OPERATORS = Object.keys(SIGNS) as QueryTerm['operator'][];
const UNITS = { count: COUNT_UNITS, duration: DURATION_UNITS, size: SIZE_UNITS };

function amountCondition(kind: 'count' | 'duration' | 'size', sign: string, value: string): Comparison | undefined {
  const dots = value.indexOf('..');
  if (dots >= 0) {
    if (sign !== '') return undefined;
    const [low, high] = [value.slice(0, dots), value.slice(dots + 2)];
    const [from, to] = [parseAmount(low, UNITS[kind]), parseAmount(high, UNITS[kind])];
    if (low === '' && to !== undefined) return { operator: 'at-most', value: to };
    if (high === '' && from !== undefined) return { operator: 'at-least', value: from };
    return from === undefined || to === undefined || from > to ? undefined : { operator: 'between', value: from, to };
  }
  const amount = parseAmount(value, UNITS[kind]);
  // Durations and sizes are rarely equal to a number, so a plain number is a lower bound.
  const otherwise = kind === 'count' ? 'is' : 'at-least';
  const operator = sign === '' ? otherwise : OPERATORS.find((name) => SIGNS[name] === sign);
  return amount === undefined || operator === undefined ? undefined : { operator, value: amount };
}

function timeCondition(
  kind: 'since' | 'until' | 'time',
  sign: string,
  value: string,
  now: number,
): Comparison | undefined {
  const range = parseTime(value, now);
  if (!range || (kind !== 'time' && sign !== '')) return undefined;
  if (kind === 'since' || sign === '>=') return { operator: 'at-least', value: range.from };
  if (kind === 'until' || sign === '<=') return { operator: 'at-most', value: range.to };
  if (sign === '<') return { operator: 'less-than', value: range.from };
  if (sign === '>') return { operator: 'more-than', value: range.to };
  return { operator: 'between', value: range.from, to: range.to };
}

function logCondition(value: string): Condition {
  const level = value.toLowerCase();
  // The counts of a profile answer these without its data.
  if (level === 'warning' || level === 'warnings') return { field: 'log', operator: 'at-least', value: 'warning' };
  if (level === 'error' || level === 'errors') return { field: 'errors', operator: 'at-least', value: 1 };
  if (isExactLevel(level)) return { field: 'log', operator: 'is', value: level };
  return { field: 'log', ...textCondition('text', '', value, false) };
}

function hasCondition(value: string): Condition | ConditionIssue {
  const word = value.toLowerCase().replace('n+1', 'n1');
  const feature = FEATURES.find(({ name }) => name === word || `${name}s` === word);
  if (feature) {
    const { field, kind } = feature;
    if (kind === 'one') return { field, operator: 'at-least', value: 1 };
    return kind === 'true' ? { field, operator: 'is', value: true } : { field, operator: 'contains', value: '' };
  }
  if ((FINDING_CODES as readonly string[]).includes(word)) return { field: 'finding', operator: 'is', value: word };
  const known = [...FEATURES.map(({ name }) => name), ...FINDING_CODES];
  return {
    problem: `Unknown value "${value}"; use a feature or the code of a finding`,
    suggestion: didYouMean(value, known),
  };
}

// `finding:n1` is exact, and `finding:slow` finds slow queries and slow calls.
function findingCondition(sign: string, value: string, quoted: boolean): Comparison {
  const code = value.toLowerCase().replace('n+1', 'n1').replaceAll(' ', '-');
  const isPart = FINDING_CODES.some((findingCode) => findingCode !== code && findingCode.includes(code));
  const isCode = (FINDING_CODES as readonly string[]).includes(code);
  if (sign !== '' || (!isPart && !isCode)) return textCondition('word', sign, value, quoted);
  return { operator: isCode ? 'is' : 'contains', value: code };
}

const METHOD = /^[A-Za-z][\w-]{0,30}$/;
const PROFILE_TOKEN = /^[0-9a-f]{6}$/i;
// A profile shows 8 digits.
const VISITOR = /^(?:[0-9a-f]{8,16}\*?|\*)$/i;
