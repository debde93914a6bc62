import { didYouMean } from 'oriel-core/http';
import type { QueryTerm } from './profile-query.ts';
import { fieldNamed, fieldNames } from './query-fields.ts';
import type { FieldKind } from './query-fields.ts';
import { parseCondition } from './query-terms.ts';
import { interpretWord } from './interpret-word.ts';
import { queryTokens } from './query-tokens.ts';
import type { QueryToken } from './query-tokens.ts';
import { Date } from 'oriel-core/builtins';

/** An error in a query. Columns count from 1. */
export interface QueryIssue {
  readonly column: number;
  readonly length: number;
  readonly message: string;
  /** A valid replacement. */
  readonly suggestion?: string | undefined;
}

export type ParsedQuery = { readonly terms: readonly QueryTerm[] } | { readonly issues: readonly QueryIssue[] };

/**
 * Parses the query language: terms separated by spaces, which must all match. docs/profiler/search.md contains its grammar.
 *
 * @param now the time that ages such as `since:10m` are relative to; by default the current time
 *
 * @example
 * ```ts
 * import { parseQueryText } from './query-language.ts';
 * parseQueryText('method:post'); // => { terms: [{ field: 'method', operator: 'is', value: 'POST', negated: false, text: 'method:post' }] }
 * parseQueryText('stauts:500'); // => { issues: [{ column: 1, length: 6, message: 'Unknown field "stauts"', suggestion: 'status' }] }
 * ```
 */
export function parseQueryText(text: string, now: number = Date.now()): ParsedQuery {
  if (text.length > MAX_LENGTH) {
    return {
      issues: [
        {
          column: MAX_LENGTH + 1,
          length: text.length - MAX_LENGTH,
          message: `A query may have at most ${MAX_LENGTH} characters`,
        },
      ],
    };
  }
  const tokens = queryTokens(text.toWellFormed());
  const tooMany = tokens[MAX_TERMS];
  if (tooMany) {
    return {
      issues: [
        { column: tooMany.column, length: tooMany.text.length, message: `A query may have at most ${MAX_TERMS} terms` },
      ],
    };
  }
  const terms: QueryTerm[] = [];
  const issues: QueryIssue[] = [];
  for (const token of tokens) {
    const read = findIssue(token) ?? parseTerm(token, now);
    if ('message' in read) issues.push(read);
    else terms.push({ ...read, negated: token.negated, text: token.text });
  }
  return issues.length > 0 ? { issues } : { terms };
}

/**
 * Quotes a value for use after a colon, if necessary.
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

const MAX_LENGTH = 4_096;
const MAX_TERMS = 32;
const PLAIN_VALUE = /^[^\s"\\=~<>*-][^\s"\\*]*$/;
const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  AND: 'AND is not supported, because all terms must match; remove it',
  OR: 'OR is not supported; run one search for each, or use a range or a prefix',
  NOT: 'NOT is not supported; write a minus before the term',
};

function findIssue(token: QueryToken): QueryIssue | undefined {
  const { column, text, open, valueColumn } = token;
  if (open) return { column: valueColumn, length: 1, message: 'The closing quotation mark is missing' };
  const other = token.quoted ? undefined : OTHER_LANGUAGES[text];
  return other === undefined ? undefined : { column, length: text.length, message: other };
}

function parseTerm(token: QueryToken, now: number): Omit<QueryTerm, 'negated' | 'text'> | QueryIssue {
  const { name, value } = token;
  if (name === undefined) {
    if (value === '')
      return {
        column: token.valueColumn,
        length: Math.max(1, token.text.length),
        message: 'A search term is missing here',
      };
    return (
      missingColon(token) ??
      (token.quoted ? undefined : interpretWord(value)) ?? { field: 'any', operator: 'contains', value }
    );
  }
  const dot = name.indexOf('.');
  const definition = fieldNamed(dot < 0 ? name : name.slice(0, dot));
  const column = token.negated ? token.column + 1 : token.column;
  if (!definition || (dot >= 0 && definition.kind !== 'header')) {
    const suggestion = didYouMean(name, fieldNames());
    return {
      column,
      length: name.length,
      message: `Unknown field "${name}"`,
      ...(suggestion !== undefined && { suggestion }),
    };
  }
  const read = parseCondition(definition, token, dot < 0 ? '' : name.slice(dot + 1).toLowerCase(), now);
  if (!('problem' in read)) return read;
  const { problem, suggestion } = read;
  const length = Math.max(1, token.column + token.text.length - token.valueColumn);
  return { column: token.valueColumn, length, message: problem, ...(suggestion !== undefined && { suggestion }) };
}

// Without this check, `dur>200` would search URLs for that text, which none contains.
function missingColon({ column, negated, quoted, text, value }: QueryToken): QueryIssue | undefined {
  const [, name = '', comparison = ''] = (quoted ? null : COMPARED.exec(value)) ?? [];
  const definition = fieldNamed(name);
  const [field, misspelled] = definition ? [name, false] : [didYouMean(name, fieldNames()), true];
  if (name === '' || field === undefined) return undefined;
  // `type=json` or `id=7` may be part of a URL.
  if (comparison.startsWith('=') && (misspelled || !COMPARABLE.has(fieldNamed(field)!.kind))) return undefined;
  const from = negated ? column + 1 : column;
  return {
    column: from,
    length: text.length - (negated ? 1 : 0),
    message: `A comparison requires a colon after the field; quote "${value}" to search for it as text`,
    suggestion: `${field}:${comparison}`,
  };
}

const COMPARED = /^([A-Za-z][\w.-]*)((?:[<>]=?|=).*)$/;
const COMPARABLE: ReadonlySet<FieldKind> = new Set(['status', 'method', 'count', 'duration']);
