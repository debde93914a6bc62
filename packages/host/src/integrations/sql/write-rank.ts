import type { SearchLeaf } from '../../features/resources/declare/filters/filter-tree.ts';
import { quote } from './sql-dialect.ts';
import type { SqlText } from './sql-text.ts';
import type { Source } from './write-filter.ts';
import { getArguments, findingQueries, getKeys, getQuery, getVector, writeMatch } from './write-search.ts';

/** The rank of the rows that a search finds. */
interface Rank {
  /** The join that follows the table of the statement; an empty string if there is none. */
  readonly join: string;
  /** Writes the key of the order, with its direction. Its parameters follow those of the conditions. */
  readonly order: () => string;
}

/** Returns the rank of rows by their relevance for a search; undefined if the order has none. */
export function writeRank(out: SqlText, leaf: SearchLeaf | undefined, source: Source): Rank | undefined {
  if (leaf === undefined) return undefined;
  if (out.dialect.name === 'postgres')
    return { join: '', order: () => `ts_rank(${getVector(leaf, source)}, ${getQuery(out, leaf)}) desc` };
  if (source.search === undefined)
    return { join: '', order: () => `oriel_rank(${getArguments(out, leaf, source)}) desc` };
  const finding = findingQueries(leaf);
  if (finding === undefined) return undefined;
  const match = writeMatch(out, leaf, source, source.search, finding);
  // FTS5 ranks all rows of a query at once; a subquery for each row would rank them again. Better ranks are smaller.
  const { row, key } = getKeys(source, source.search);
  const ranks = `select ${key} as "row", rank as "rank" from ${quote(source.search.name)} where ${match}`;
  return {
    join: ` left join (${ranks}) as "ranks" on "ranks"."row" = ${row}`,
    order: () => 'coalesce("ranks"."rank", 0)',
  };
}
