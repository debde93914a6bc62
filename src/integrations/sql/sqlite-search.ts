import { countMatches, matchesSearch, parseSearch } from '../../features/resources/filters/search-query.ts';
import type { SearchQuery } from '../../features/resources/filters/search-query.ts';

type SqliteFunction = (...values: unknown[]) => number;

/** The functions of SQLite for searches without an index: `name(search, text, …)`. */
export const SQLITE_SEARCH: Readonly<Record<string, SqliteFunction>> = {
  oriel_search: (search, ...texts) => (typeof search === 'string' && matchesSearch(queryOf(search), texts) ? 1 : 0),
  oriel_rank: (search, ...texts) => (typeof search === 'string' ? countMatches(queryOf(search), texts) : 0),
};

// SQLite calls the functions for each row of a statement.
function queryOf(search: string): SearchQuery {
  if (last?.search !== search) last = { search, query: parseSearch(search) };
  return last.query;
}

let last: { readonly search: string; readonly query: SearchQuery } | undefined;
