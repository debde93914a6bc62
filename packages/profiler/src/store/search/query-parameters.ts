import { didYouMean } from 'oriel-core/http';
import { DEFAULT_QUERY, SIGNS, SORT_KEYS } from './profile-query.ts';
import type { ProfileQuery, QueryTerm } from './profile-query.ts';
import { fieldNamed, nameOfField } from './query-fields.ts';
import { parseQueryText, quoteQueryValue } from './query-language.ts';
import type { QueryIssue } from './query-language.ts';

/** An error in the parameters of a search, with the parameter. */
export interface ParameterIssue extends QueryIssue {
  readonly parameter: string;
}

export type ReadQuery = { readonly query: ProfileQuery } | { readonly issues: readonly ParameterIssue[] };

/**
 * Parses the search parameters of a URL: `q` in the query language, `sort`, `limit`, `cursor`, and the filters
 * `ip`, `method`, `status_code`, `url`, `token`, `start`, `end`, `type`. Empty parameters are ignored.
 *
 * @example
 * ```ts
 * import { readQueryParameters } from './query-parameters.ts';
 * const read = readQueryParameters(new URLSearchParams('q=dur:>200&status_code=5&sort=-duration&limit=5000'));
 * 'query' in read && read.query.limit; // => 1000
 * ```
 */
export function readQueryParameters(parameters: URLSearchParams, now: number = Date.now()): ReadQuery {
  const issues: ParameterIssue[] = [];
  const written = getTerms('q', parameters.get('q') ?? '', now, issues);
  const filters = REFERENCE_FILTERS.flatMap((name) => filterTerms(name, parameters.get(name) ?? '', now, issues));
  const terms = [...written, ...filters];
  const sort = getSort(parameters.get('sort') ?? '', issues);
  const limit = getLimit(parameters.get('limit') ?? '', issues);
  const cursor = getCursor(parameters.get('cursor') ?? '', issues);
  return issues.length > 0 ? { issues } : { query: { terms, sort, limit, cursor } };
}

/** The filters of the search form, with the names and in the order of the reference profiler. */
export const REFERENCE_FILTERS = ['ip', 'method', 'status_code', 'url', 'start', 'end', 'type', 'token'] as const;

/**
 * Returns the URL parameters of a search, without default values. Relative times stay relative.
 *
 * @example
 * ```ts
 * import { DEFAULT_QUERY } from './profile-query.ts';
 * import { writeQueryParameters } from './query-parameters.ts';
 * writeQueryParameters({ ...DEFAULT_QUERY, limit: 50 }).toString(); // => 'limit=50'
 * ```
 */
export function writeQueryParameters({ terms, sort, limit, cursor }: ProfileQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (terms.length > 0) parameters.set('q', terms.map(writeTerm).join(' '));
  if (sort.by !== 'time' || !sort.descending) parameters.set('sort', `${sort.descending ? '-' : ''}${sort.by}`);
  if (limit !== DEFAULT_QUERY.limit) parameters.set('limit', String(limit));
  if (cursor !== undefined) parameters.set('cursor', cursor);
  return parameters;
}

/** Formats a term in the query language. */
export function writeTerm({ field, operator, value, to, name, negated, text }: QueryTerm): string {
  if (text !== undefined) return text;
  const before = `${negated ? '-' : ''}${field === 'any' ? 'url' : nameOfField(field)}${name === undefined ? '' : `.${name}`}:`;
  if (typeof value === 'boolean') return `${value === negated ? '-' : ''}has:${field === 'pinned' ? 'pin' : field}`;
  if (field === 'time') return `${negated ? '-' : ''}${writeTime(operator, Number(value), to)}`;
  if (typeof value === 'number')
    return `${before}${operator === 'between' ? `${value}..${to ?? value}` : `${SIGNS[operator] ?? ''}${value}`}`;
  if (operator === 'contains' && value === '') return `${before}*`;
  if (operator === 'starts' && !/["\s]/.test(value)) return `${before}${value}*`;
  const isWord =
    field === 'route' || field === 'boot' || field === 'method' || field === 'token' || field === 'finding';
  const sign = operator === 'is' ? (isWord ? '' : '=') : isWord || field === 'path' ? '~' : '';
  return `${before}${sign}${quoteQueryValue(value)}`;
}

// A range of time other than a day, a minute or a second is two terms.
function writeTime(operator: QueryTerm['operator'], value: number, to = value): string {
  const [from, until] = [value, to].map((time) => new Date(time).toISOString());
  if (operator === 'at-least') return `since:${from}`;
  if (operator === 'at-most') return `until:${from}`;
  if (operator === 'between' && from !== until) return `since:${from} until:${until}`;
  return `time:${operator === 'between' ? '' : (SIGNS[operator] ?? '')}${from}`;
}

const HIGHEST_LIMIT = 1_000;

function filterTerms(
  name: (typeof REFERENCE_FILTERS)[number],
  value: string,
  now: number,
  issues: ParameterIssue[],
): readonly QueryTerm[] {
  if (value === '') return [];
  if (name === 'method') {
    const text = `method:~${quoteQueryValue(value)}`;
    return [{ field: name, operator: 'contains', value: value.slice(0, 100).toWellFormed(), negated: false, text }];
  }
  if (name !== 'type') return getTerms(name, FILTERS[name](value), now, issues);
  if (value === 'request') return [];
  // Only requests are recorded, so no profile is of type "command".
  if (value === 'command') return [{ field: 'status', operator: 'less-than', value: 0, negated: false }];
  issues.push(issueWith(name, value, `Unknown profile type "${value}"; use "request"`, 'request'));
  return [];
}

// The terms of filters.
const FILTERS = {
  url: (value: string) => (value.startsWith('!') ? `-url:"${escaped(value.slice(1))}"` : `url:"${escaped(value)}"`),
  ip: (value: string) => `ip:"${escaped(value)}"`,
  status_code: (value: string) => `status:${withoutSpace(value)}`,
  start: (value: string) => `since:${inOneWord(value)}`,
  end: (value: string) => `until:${inOneWord(value)}`,
  token: (value: string) => `token:${withoutSpace(value)}`,
};

function getTerms(parameter: string, text: string, now: number, issues: ParameterIssue[]): readonly QueryTerm[] {
  const parsed = parseQueryText(text, now);
  if ('terms' in parsed) return parsed.terms;
  issues.push(
    ...parsed.issues.map((issue) => (parameter === 'q' ? { ...issue, parameter } : { ...issue, parameter, column: 1 })),
  );
  return [];
}

function getSort(text: string, issues: ParameterIssue[]): ProfileQuery['sort'] {
  if (text === '') return DEFAULT_QUERY.sort;
  const descending = text.startsWith('-');
  const name = text.replace(/^[-+ ]/, '');
  const by = SORT_KEYS.find((key) => key === name || key === fieldNamed(name)?.field);
  if (by) return { by, descending };
  const suggestion = didYouMean(name, SORT_KEYS);
  issues.push(issueWith('sort', text, `Profiles cannot be sorted by "${name}"`, suggestion));
  return DEFAULT_QUERY.sort;
}

function getLimit(text: string, issues: ParameterIssue[]): number {
  if (text === '') return DEFAULT_QUERY.limit;
  if (/^-?\d{1,15}$/.test(text)) return Math.min(Math.max(Number(text), 1), HIGHEST_LIMIT);
  issues.push(issueWith('limit', text, `"limit" must be a whole number from 1 to ${HIGHEST_LIMIT}`));
  return DEFAULT_QUERY.limit;
}

function getCursor(text: string, issues: ParameterIssue[]): string | undefined {
  if (text === '') return undefined;
  if (text.length > 4_096 || /[^\x20-\x7e]/.test(text))
    issues.push(issueWith('cursor', text, 'Invalid cursor; start at the first page'));
  return text;
}

function issueWith(parameter: string, text: string, message: string, suggestion?: string): ParameterIssue {
  return {
    parameter,
    column: 1,
    length: Math.min(text.length, 200),
    message,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function escaped(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}

function withoutSpace(text: string): string {
  return text.trim().replace(/\s+/g, '_');
}

// Joins a time such as `2026-11-20 14:00`, because a space would end the term.
function inOneWord(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const time = rest.findIndex((word) => /^\d/.test(word));
  return first + rest.map((word, i) => (i === time ? 'T' : '+') + word).join('');
}
