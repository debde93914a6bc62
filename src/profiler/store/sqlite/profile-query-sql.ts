import { fromProfileToken } from '../profile-token.ts';
import { lowerAscii } from '../../search/query-match-data.ts';
import { needsData } from '../../search/query-match.ts';
import type { ProfileQuery, QueryField, QueryTerm, SortKey } from '../../search/profile-query.ts';

export interface CompiledQuery {
  /** A condition on the tables `profiles` and, if `needsData`, `profile_data`; '1' if every profile matches. */
  readonly where: string;
  readonly parameters: readonly (string | number)[];
  readonly orderBy: string;
  /** Whether the condition reads `profile_data`. */
  readonly needsData: boolean;
}

/**
 * Compiles a query to SQL that matches the same profiles as `matchesProfile`. All values are parameters. LIKE is not used,
 * because a value could contain its wildcards.
 */
export function compileProfileQuery({ terms, sort }: Pick<ProfileQuery, 'terms' | 'sort'>): CompiledQuery {
  const compiled = terms.map((term) => ({ term, ...compileTerm(term) }));
  // Cheap conditions first.
  compiled.sort((a, b) => Number(needsData(a.term)) - Number(needsData(b.term)));
  const direction = sort.descending ? 'desc' : 'asc';
  return {
    where: compiled.map(({ sql }) => sql).join(' and ') || '1',
    parameters: compiled.flatMap(({ parameters }) => parameters),
    orderBy: `${sortColumn(sort.by)} ${direction}, profiles.seq ${direction}`,
    needsData: terms.some(needsData),
  };
}

/** Returns the column that a query is sorted by. */
export function sortColumn(by: SortKey): string {
  return by === 'route' ? "ifnull(profiles.route, '')" : columnOf(by);
}

/** An SQL condition and its parameters. */
interface Condition {
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

function columnOf(field: QueryField): string {
  return `profiles.${COLUMNS[field] ?? field}`;
}

function compileTerm(term: QueryTerm): Condition {
  const { sql, parameters } = needsData(term) ? dataCondition(term) : columnCondition(term);
  // A condition on a null column is neither true nor false; negated it must be true.
  return { sql: term.negated ? `(${sql}) is not true` : `(${sql})`, parameters };
}

function dataCondition(term: QueryTerm): Condition {
  return { sql: 'profile_matches(profile_data.data, ?)', parameters: [JSON.stringify({ ...term, negated: false })] };
}

function columnCondition(term: QueryTerm): Condition {
  const { field, value, operator } = term;
  const column = columnOf(field);
  if (field === 'finding') return findingCondition(column, term);
  if (field === 'token') return tokenCondition(column, term);
  if (typeof value !== 'string') return numberCondition(column, term);
  // Names are case-sensitive.
  if (operator === 'is' && EXACT.includes(field)) return { sql: `${column} = ?`, parameters: [value] };
  return textCondition(column, term);
}

// Ignores the case of A–Z only, like SQLite's `lower`.
function textCondition(column: string, { operator, value }: QueryTerm): Condition {
  const wanted = lowerAscii(String(value));
  if (operator === 'is') return { sql: `lower(${column}) = ?`, parameters: [wanted] };
  return { sql: `instr(lower(${column}), ?) ${operator === 'starts' ? '= 1' : '> 0'}`, parameters: [wanted] };
}

// A token is stored as a number; its digits are needed only to search for a part of it.
function tokenCondition(column: string, term: QueryTerm): Condition {
  if (term.operator !== 'is') return textCondition(`printf('%06x', ${column})`, term);
  const number = fromProfileToken(String(term.value).toLowerCase());
  return { sql: `${column} = ?`, parameters: [number ?? -1] };
}

// Finding codes are stored as one text, separated by spaces.
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
