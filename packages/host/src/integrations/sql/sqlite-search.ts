import { decimalSortKey } from '../../features/resources/declare/filters/decimal.ts';
import { foldCase } from '../../features/resources/declare/filters/operand.ts';
import { countMatches, matchesSearch, parseSearch } from '../../features/resources/declare/filters/search-query.ts';
import type { SearchQuery } from '../../features/resources/declare/filters/search-query.ts';

type SqliteFunction = (...values: unknown[]) => number;

/** A connection of SQLite: that of better-sqlite3 or of `node:sqlite`. */
export interface SqliteConnection {
  function(
    name: string,
    options: { deterministic: boolean; varargs?: boolean },
    run: (...values: unknown[]) => string | number | null,
  ): unknown;
}

/** Defines the functions of stores for filters without case, for exact numbers in text, and for searches without an index: `name(search, text, …)`. */
export function defineStoreFunctions(connection: SqliteConnection): void {
  connection.function('oriel_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? foldCase(text) : null,
  );
  connection.function('oriel_decimal', { deterministic: true }, (text) => decimalSortKey(text) ?? null);
  for (const [name, run] of Object.entries(SEARCH))
    connection.function(name, { deterministic: true, varargs: true }, run);
}

const SEARCH: Readonly<Record<string, SqliteFunction>> = {
  oriel_search: (search, ...texts) => (typeof search === 'string' && matchesSearch(getQuery(search), texts) ? 1 : 0),
  oriel_rank: (search, ...texts) => (typeof search === 'string' ? countMatches(getQuery(search), texts) : 0),
};

// SQLite calls the functions for each row of a statement.
function getQuery(search: string): SearchQuery {
  if (last?.search !== search) last = { search, query: parseSearch(search) };
  return last.query;
}

let last: { readonly search: string; readonly query: SearchQuery } | undefined;
