import { didYouMean } from '../../core/http/did-you-mean.ts';
import type { QueryTerm } from './profile-query.ts';
import { fieldNamed, fieldNames } from './query-fields.ts';
import type { FieldKind } from './query-fields.ts';
import { termOf } from './query-terms.ts';
import { queryTokens } from './query-tokens.ts';
import type { QueryToken } from './query-tokens.ts';

/** Something in a query that means nothing. Columns count from 1. */
export interface QueryIssue {
  readonly column: number;
  readonly length: number;
  readonly message: string;
  /** What could stand there instead. */
  readonly suggestion?: string | undefined;
}

export type ParsedQuery = { readonly terms: readonly QueryTerm[] } | { readonly issues: readonly QueryIssue[] };

/**
 * Reads the search language: terms separated by spaces, all of which must hold. docs/search.md has its grammar.
 *
 * @param now what ages such as `since:10m` count from; the present when left out
 *
 * @example
 * ```ts
 * import { parseQueryText } from './query-language.ts';
 * parseQueryText('method:post'); // => { terms: [{ field: 'method', operator: 'is', value: 'POST', negated: false, text: 'method:post' }] }
 * parseQueryText('stauts:500'); // => { issues: [{ column: 1, length: 6, message: 'There is no field "stauts"', suggestion: 'status' }] }
 * ```
 */
export function parseQueryText(text: string, now: number = Date.now()): ParsedQuery {
  if (text.length > LONGEST) {
    return {
      issues: [
        { column: LONGEST + 1, length: text.length - LONGEST, message: `A query has at most ${LONGEST} characters` },
      ],
    };
  }
  const tokens = queryTokens(text.toWellFormed());
  const tooMany = tokens[MOST_TERMS];
  if (tooMany) {
    return {
      issues: [
        { column: tooMany.column, length: tooMany.text.length, message: `A query has at most ${MOST_TERMS} terms` },
      ],
    };
  }
  const terms: QueryTerm[] = [];
  const issues: QueryIssue[] = [];
  for (const token of tokens) {
    const read = issueOf(token) ?? understand(token, now);
    if ('message' in read) issues.push(read);
    else terms.push({ ...read, negated: token.negated, text: token.text });
  }
  return issues.length > 0 ? { issues } : { terms };
}

/**
 * A value as it can stand behind a colon.
 *
 * @example
 * ```ts
 * import { quoteQueryValue } from './query-language.ts';
 * quoteQueryValue('Chrome 126'); // => '"Chrome 126"'
 * ```
 */
export function quoteQueryValue(value: string): string {
  return PLAIN_VALUE.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const LONGEST = 4_096;
const MOST_TERMS = 32;
const PLAIN_VALUE = /^[^\s"\\=~<>*-][^\s"\\*]*$/;
const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  AND: 'Terms are joined by "and" already; leave AND out',
  OR: 'There is no OR: search once for each, or ask for a range or a part of a word',
  NOT: 'Put a minus in front of a term instead of NOT',
};

function issueOf(token: QueryToken): QueryIssue | undefined {
  const { column, text, open, valueColumn } = token;
  if (open) return { column: valueColumn, length: 1, message: 'This quotation mark is never closed' };
  const other = token.quoted ? undefined : OTHER_LANGUAGES[text];
  return other === undefined ? undefined : { column, length: text.length, message: other };
}

function understand(token: QueryToken, now: number): Omit<QueryTerm, 'negated' | 'text'> | QueryIssue {
  const { name, value } = token;
  if (name === undefined) {
    if (value === '')
      return { column: token.valueColumn, length: Math.max(1, token.text.length), message: 'A word is missing here' };
    return missingColon(token) ?? { field: 'any', operator: 'contains', value };
  }
  const dot = name.indexOf('.');
  const definition = fieldNamed(dot < 0 ? name : name.slice(0, dot));
  const column = token.negated ? token.column + 1 : token.column;
  if (!definition || (dot >= 0 && definition.kind !== 'header')) {
    const suggestion = didYouMean(name, fieldNames());
    return {
      column,
      length: name.length,
      message: `There is no field "${name}"`,
      ...(suggestion !== undefined && { suggestion }),
    };
  }
  const read = termOf(definition, token, dot < 0 ? '' : name.slice(dot + 1).toLowerCase(), now);
  if (!('problem' in read)) return read;
  const { problem, suggestion } = read;
  const length = Math.max(1, token.column + token.text.length - token.valueColumn);
  return { column: token.valueColumn, length, message: problem, ...(suggestion !== undefined && { suggestion }) };
}

// A word such as `dur>200` would be searched for in URLs, where nothing is ever written so.
function missingColon({ column, negated, quoted, text, value }: QueryToken): QueryIssue | undefined {
  const [, name = '', comparison = ''] = (quoted ? null : COMPARED.exec(value)) ?? [];
  const definition = fieldNamed(name);
  const [field, misspelled] = definition ? [name, false] : [didYouMean(name, fieldNames()), true];
  if (name === '' || field === undefined) return undefined;
  // `type=json` or `id=7` may well be a part of a URL.
  if (comparison.startsWith('=') && (misspelled || !COMPARABLE.has(fieldNamed(field)!.kind))) return undefined;
  const from = negated ? column + 1 : column;
  return {
    column: from,
    length: text.length - (negated ? 1 : 0),
    message: `A field needs a colon before its comparison; put "${value}" in quotation marks to look for it as text`,
    suggestion: `${field}:${comparison}`,
  };
}

const COMPARED = /^([A-Za-z][\w.-]*)((?:[<>]=?|=).*)$/;
const COMPARABLE: ReadonlySet<FieldKind> = new Set(['status', 'method', 'count', 'duration']);
