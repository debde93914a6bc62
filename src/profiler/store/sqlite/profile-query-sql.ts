import { fromProfileToken } from '../profile-token.ts';
import type { ProfileQuery, QueryField, QueryTerm, SortKey } from '../../search/profile-query.ts';
import { compileDataTerm } from './profile-query-sql-data.ts';

export interface CompiledQuery {
  /** A condition over the table `profiles`, and `profile_data` when it is needed; '1' when everything matches. */
  readonly where: string;
  readonly parameters: readonly (string | number)[];
  readonly orderBy: string;
  /** Does the condition look into `profile_data`? */
  readonly needsData: boolean;
  /** Does an index lead to what is looked for, so that a million profiles are no matter? */
  readonly indexed: boolean;
}

/**
 * Turns a query into SQL for SQLite that finds exactly what `matchesProfile` of the profiler finds. The cursor is left to
 * the storage, which knows where its pages end. No value stands in the text, and none is a pattern: LIKE is not used.
 */
export function compileProfileQuery({ terms, sort }: Pick<ProfileQuery, 'terms' | 'sort'>): CompiledQuery {
  const compiled = terms.map((term) => ({ term, ...compileTerm(term) }));
  // What is cheap to ask is asked first.
  compiled.sort((a, b) => Number(isData(a.term)) - Number(isData(b.term)));
  const direction = sort.descending ? 'desc' : 'asc';
  return {
    where: compiled.map(({ sql }) => sql).join(' and ') || '1',
    parameters: compiled.flatMap(({ parameters }) => parameters),
    orderBy: `${sortColumn(sort.by)} ${direction}, profiles.seq ${direction}`,
    needsData: terms.some(isData),
    indexed: sort.by === 'time' && terms.every(isIndexed),
  };
}

/** The column that a query is sorted by. */
export function sortColumn(by: SortKey): string {
  return by === 'route' ? "ifnull(profiles.route, '')" : columnOf(by);
}

/** A condition and what its question marks stand for. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

const COLUMNS: Partial<Record<QueryField, string>> = {
  any: 'url',
  bytes: 'bytes',
  requestBytes: 'request_bytes',
  contentType: 'content_type',
  dbCount: 'db_count',
  dbTime: 'db_time',
  httpCount: 'http_count',
  httpTime: 'http_time',
  requestId: 'request_id',
  traceId: 'trace_id',
  finding: 'findings',
};
const EXACT: readonly QueryField[] = ['method', 'route', 'boot'];
const INDEXED: readonly QueryField[] = ['time', 'status', 'method', 'route', 'token'];

function columnOf(field: QueryField): string {
  return `profiles.${COLUMNS[field] ?? field}`;
}

function isData({ field }: QueryTerm): boolean {
  return field === 'header' || field === 'body' || field === 'log' || field === 'sql';
}

function isIndexed({ field, operator, negated }: QueryTerm): boolean {
  if (negated || !INDEXED.includes(field)) return false;
  return field === 'time' || field === 'status' || operator === 'is';
}

function compileTerm(term: QueryTerm): Condition {
  const { sql, parameters } = isData(term) ? compileDataTerm(term) : columnCondition(term);
  // A column without a value is neither true nor false; negated it must be true.
  return { sql: term.negated ? `(${sql}) is not true` : `(${sql})`, parameters };
}

function columnCondition(term: QueryTerm): Condition {
  const { field, value, operator } = term;
  const column = columnOf(field);
  if (field === 'finding') return findingCondition(column, term);
  if (field === 'token') return tokenCondition(column, term);
  if (typeof value !== 'string') return numberCondition(column, term);
  // Names are compared as they are, through their index.
  if (operator === 'is' && EXACT.includes(field)) return { sql: `${column} = ?`, parameters: [value] };
  return textCondition(column, term);
}

/** A text without the case of A–Z, which is all that SQLite's `lower` knows. */
export function textCondition(column: string, { operator, value }: QueryTerm): Condition {
  const wanted = lowerAscii(String(value));
  if (operator === 'is') return { sql: `lower(${column}) = ?`, parameters: [wanted] };
  return { sql: `instr(lower(${column}), ?) ${operator === 'starts' ? '= 1' : '> 0'}`, parameters: [wanted] };
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// A token is kept as its number, which its index leads to; a part of one is sought in its digits.
function tokenCondition(column: string, term: QueryTerm): Condition {
  if (term.operator !== 'is') return textCondition(`printf('%06x', ${column})`, term);
  const number = fromProfileToken(String(term.value).toLowerCase());
  return { sql: `${column} = ?`, parameters: [number ?? -1] };
}

// Codes stand in one text, separated by spaces.
function findingCondition(column: string, { operator, value }: QueryTerm): Condition {
  const wanted = lowerAscii(String(value));
  if (/\s/.test(wanted)) return { sql: '0', parameters: [] };
  const before = operator === 'contains' ? '' : ' ';
  const after = operator === 'is' ? ' ' : '';
  return {
    sql: `${column} <> '' and instr(' ' || lower(${column}) || ' ', ?) > 0`,
    parameters: [before + wanted + after],
  };
}

const SIGNS: Partial<Record<QueryTerm['operator'], string>> = {
  'at-least': '>=',
  'at-most': '<=',
  'more-than': '>',
  'less-than': '<',
};

function numberCondition(column: string, { operator, value, to }: QueryTerm): Condition {
  const wanted = Number(value);
  if (operator === 'between') return { sql: `${column} between ? and ?`, parameters: [wanted, to ?? wanted] };
  return { sql: `${column} ${SIGNS[operator] ?? '='} ?`, parameters: [wanted] };
}
