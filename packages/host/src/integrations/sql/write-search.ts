import type { SearchLeaf } from '../../features/resources/declare/filters/filter-tree.ts';
import type { SearchTerm } from '../../features/resources/declare/filters/search-query.ts';
import type { SearchIndex } from './search-index.ts';
import { quote } from './sql-dialect.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlText } from './sql-text.ts';
import type { Source } from './write-filter.ts';

/** Writes a full-text search as an SQL condition. */
export function writeSearch(out: SqlText, leaf: SearchLeaf, source: Source): string {
  if (out.dialect.name === 'postgres') return `${getVector(leaf, source)} @@ ${getQuery(out, leaf)}`;
  if (source.search !== undefined) return writeFts5(out, leaf, source, source.search);
  return `oriel_search(${getArguments(out, leaf, source)}) = 1`;
}

// The arguments of the functions `oriel_search` and `oriel_rank`.
function getArguments(out: SqlText, leaf: SearchLeaf, source: Source): string {
  return [out.bind(leaf.text), ...getColumns(leaf, source).map(({ name }) => `${source.alias}.${name}`)].join(', ');
}

/** Returns the query of PostgreSQL for a search. */
function getQuery(out: SqlText, { language, text }: SearchLeaf): string {
  return `websearch_to_tsquery('${language}'::regconfig, ${out.bind(text)})`;
}

/** Returns the words of a row for PostgreSQL. */
function getVector(leaf: SearchLeaf, source: Source): string {
  if (source.search !== undefined) return `${source.alias}.${quote(source.search.name)}`;
  const texts = getColumns(leaf, source).map(({ name }) => `coalesce(${source.alias}.${name}::text, '')`);
  return `to_tsvector('${leaf.language}'::regconfig, left(${texts.join(` || ' ' || `)}, ${SEARCHED_CHARACTERS}))`;
}

// PostgreSQL fails for a text whose words take more than 1 MiB, and one long row would then fail every search.
const SEARCHED_CHARACTERS = 100_000;

// An FTS5 query needs a word to find before words to exclude, so an alternative without one is a condition of its own.
function writeFts5(out: SqlText, leaf: SearchLeaf, source: Source, index: SearchIndex): string {
  const { row, key } = getKeys(source, index);
  const write = (query: string, not = ''): string =>
    `${row} ${not}in (select ${key} from ${quote(index.name)} where ${writeMatch(out, leaf, source, index, query)})`;
  const finding = findingQueries(leaf);
  const excluding = leaf.query.filter((terms) => terms.every(({ excluded }) => excluded));
  const parts = [
    ...(finding === undefined ? [] : [write(finding)]),
    ...excluding.map((terms) => write(terms.map(getPhrase).join(' OR '), 'not ')),
  ];
  return parts.length === 1 ? parts[0]! : `(${parts.join(' or ')})`;
}

/** Returns what identifies a row, and the same in an FTS5 table. */
function getKeys({ alias, table }: Source, { key }: SearchIndex): { readonly row: string; readonly key: string } {
  if (key === undefined) return { row: `${alias}.rowid`, key: 'rowid' };
  return { row: `${alias}.${table.id[0]!.name}`, key: quote(key) };
}

/** Writes the condition of an FTS5 table for one of its queries. */
function writeMatch(out: SqlText, leaf: SearchLeaf, source: Source, { name }: SearchIndex, query: string): string {
  const columns = getColumns(leaf, source).map(({ bareName }) => `"${bareName.replaceAll('"', '""')}"`);
  return `${quote(name.split('.').at(-1)!)} match ${out.bind(`{${columns.join(' ')}} : (${query})`)}`;
}

/** Returns the FTS5 query of the alternatives that find words; undefined if all of them only exclude words. */
function findingQueries({ query }: SearchLeaf): string | undefined {
  const finding = query.filter((terms) => terms.some(({ excluded }) => !excluded));
  return finding.length === 0 ? undefined : finding.map(findingQuery).join(' OR ');
}

function findingQuery(terms: readonly SearchTerm[]): string {
  const wanted = terms.filter(({ excluded }) => !excluded).map(getPhrase);
  const excluded = terms.filter((term) => term.excluded).map(getPhrase);
  const found = `(${wanted.join(' AND ')})`;
  return excluded.length === 0 ? found : `(${found} NOT (${excluded.join(' OR ')}))`;
}

// Words contain letters and digits only.
function getPhrase({ words }: SearchTerm): string {
  return `"${words.join(' ')}"`;
}

function getColumns({ fields }: SearchLeaf, { table }: Source): SqlColumn[] {
  return fields.map((field) => {
    const column = table.columns.get(field);
    if (column !== undefined) return column;
    throw new TypeError(
      `"${field}" of "${table.shape.resource}" cannot be searched: the table "${table.bareName}" has no column for it`,
    );
  });
}

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
