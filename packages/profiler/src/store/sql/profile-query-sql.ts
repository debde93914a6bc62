import { fromProfileToken } from '../profile-token.ts';
import { lowerAscii } from '../search/query-match-data.ts';
import { getSummaryName, isMinimumLevel, needsData, writeForms } from '../search/query-match.ts';
import { SIGNS } from '../search/profile-query.ts';
import type { ProfileQuery, QueryField, QueryTerm, SortKey } from '../search/profile-query.ts';
import { JSON } from 'oriel-core/builtins';

export interface CompiledQuery {
  /** A condition on the tables `profiles` and, if `needsData`, `profile_data`; 'true' if every profile matches. */
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
export function compileProfileQuery(
  { terms, sort }: Pick<ProfileQuery, 'terms' | 'sort'>,
  dialect: SqlDialect = SQLITE,
): CompiledQuery {
  const compiled = terms.map((term) => ({ term, ...compileTerm(term, dialect) }));
  // Cheap conditions first.
  compiled.sort((a, b) => Number(needsData(a.term)) - Number(needsData(b.term)));
  const direction = sort.descending ? 'desc' : 'asc';
  return {
    where: compiled.map(({ sql }) => sql).join(' and ') || 'true',
    parameters: compiled.flatMap(({ parameters }) => parameters),
    orderBy: `${sortColumn(sort.by)} ${direction}, profiles.${dialect.order} ${direction}`,
    needsData: terms.some(needsData),
  };
}

/** Returns the column that a query is sorted by. */
export function sortColumn(by: SortKey): string {
  return by === 'route' ? "coalesce(profiles.route, '')" : getColumn(by);
}

/** The differences between databases. */
export interface SqlDialect {
  /** The function that returns the position of a text in another one. */
  readonly position: string;
  /** The column that orders profiles of the same time. */
  readonly order: string;
  /** Returns the digits of a token. */
  readonly token: (column: string) => string;
  /** The name of the machine; SQLite is used by one machine only. */
  readonly machine: string;
  /** Returns a condition on the data of a profile. */
  readonly data: (term: QueryTerm) => Condition;
}

/** The dialect of SQLite. */
export const SQLITE: SqlDialect = {
  position: 'instr',
  order: 'seq',
  token: (column) => `printf('%06x', ${column})`,
  machine: 'null',
  data: (term) => ({
    sql: 'profile_matches(profile_data.data, ?)',
    parameters: [JSON.stringify({ ...term, negated: false })],
  }),
};

/** An SQL condition and its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

const EXACT: readonly QueryField[] = ['method', 'route', 'boot'];

function getColumn(field: QueryField): string {
  return `profiles.${getSummaryName(field).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

function compileTerm(term: QueryTerm, dialect: SqlDialect): Condition {
  const { sql, parameters } = needsData(term) ? dialect.data(term) : columnCondition(term, dialect);
  // A condition on a null column is neither true nor false; negated it must be true.
  return { sql: term.negated ? `(${sql}) is not true` : `(${sql})`, parameters };
}

function columnCondition(term: QueryTerm, dialect: SqlDialect): Condition {
  const { field, value, operator } = term;
  const column = field === 'machine' ? dialect.machine : getColumn(field);
  if (isMinimumLevel(term)) return { sql: 'profiles.warnings + profiles.errors > 0', parameters: [] };
  if (field === 'failed') return { sql: 'profiles.status >= 500 or profiles.errors > 0', parameters: [] };
  if (field === 'finding') return findingCondition(column, term, dialect);
  if (field === 'token') return tokenCondition(column, term, dialect);
  if (field === 'visitor' && operator === 'starts') return visitorCondition(column, String(value));
  if (typeof value !== 'string') return numberCondition(column, term);
  // Names are case-sensitive.
  if (operator === 'is' && EXACT.includes(field)) return { sql: `${column} = ?`, parameters: [value] };
  return textCondition(column, term, dialect);
}

// Ignores the case of A–Z only, as `lower` does in SQLite and with the collation C.
function textCondition(column: string, { field, operator, value }: QueryTerm, { position }: SqlDialect): Condition {
  const wanted = lowerAscii(String(value));
  if (operator === 'is') return { sql: `lower(${column}) = ?`, parameters: [wanted] };
  if (operator === 'contains' && wanted === '') return { sql: `${column} <> ''`, parameters: [] };
  const forms = writeForms(field, wanted);
  const condition = `${position}(lower(${column}), ?) ${operator === 'starts' ? '= 1' : '> 0'}`;
  return { sql: forms.map(() => condition).join(' or '), parameters: forms };
}

// A token is stored as a number; its digits are needed only to search for a part of it.
function tokenCondition(column: string, term: QueryTerm, dialect: SqlDialect): Condition {
  if (term.operator !== 'is') return textCondition(dialect.token(column), term, dialect);
  const number = fromProfileToken(String(term.value).toLowerCase());
  return { sql: `${column} = ?`, parameters: [number ?? -1] };
}

/** Returns the condition of the visitors whose ids begin with a text, in a form that an index supports. Ids are hexadecimal. */
export function visitorCondition(
  column: string,
  start: string,
): { readonly sql: string; readonly parameters: readonly string[] } {
  const from = lowerAscii(start);
  return { sql: `${column} >= ? and ${column} < ?`, parameters: [from, `${from}g`] };
}

// Finding codes are stored as one text, separated by spaces.
function findingCondition(column: string, { operator, value }: QueryTerm, { position }: SqlDialect): Condition {
  const wanted = lowerAscii(String(value));
  if (/\s/.test(wanted)) return { sql: 'false', parameters: [] };
  const before = operator === 'contains' ? '' : ' ';
  const after = operator === 'is' ? ' ' : '';
  return {
    sql: `${column} <> '' and ${position}(' ' || lower(${column}) || ' ', ?) > 0`,
    parameters: [before + wanted + after],
  };
}

function numberCondition(column: string, { operator, value, to }: QueryTerm): Condition {
  const wanted = Number(value);
  if (operator === 'between') return { sql: `${column} between ? and ?`, parameters: [wanted, to ?? wanted] };
  return { sql: `${column} ${SIGNS[operator] ?? '='} ?`, parameters: [wanted] };
}
