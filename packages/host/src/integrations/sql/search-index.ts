import { assertKnownNames } from 'oriel-core/http';
import type { StoreShape } from '../../features/resources/declare/resource-store.ts';
import type { SqlRunner } from './sql-runner.ts';
import { readColumns } from './sqlite-constraints.ts';

/** An FTS5 table whose rows have the identifiers of the rows that they belong to. */
export interface SqlSearchTable {
  /** The name of the FTS5 table. */
  readonly table: string;
  /** Its `unindexed` column with the identifier of the row, for tables without an integer primary key. */
  readonly key: string;
}

/** What a store searches in. */
export interface SearchIndex {
  /** The name of a column with a tsvector, or of an FTS5 table. */
  readonly name: string;
  /** The column of the FTS5 table with the identifier of a row. Without one, both tables have the same rowids. */
  readonly key: string | undefined;
}

/** Returns what a store searches in. @throws {TypeError} if the option does not suit the database or the resource */
export function searchIndex(
  option: string | SqlSearchTable | undefined,
  { resource, id }: StoreShape,
  { dialect, creator }: SqlRunner,
): SearchIndex | undefined {
  if (option === undefined) return undefined;
  if (typeof option === 'string') return { name: option, key: undefined };
  const { table, key } = option;
  assertKnownNames(Object.keys(option), ['table', 'key'], `option of search of ${creator}`);
  if (typeof table !== 'string' || typeof key !== 'string')
    throw new TypeError(
      `search of the store of "${resource}" needs the names of an FTS5 table and of its column with the identifier: search: { table: '${resource}_index', key: 'id' }`,
    );
  if (dialect.name === 'postgres')
    throw new TypeError(
      `search of the store of "${resource}" is an FTS5 table of SQLite, but the database is PostgreSQL; name a column of the type tsvector: search: 'words'`,
    );
  if (id.length > 1)
    throw new TypeError(
      `"${resource}" has the composite identifier ${id.join(', ')}, but search.key is one column; add an integer primary key to the table, and use search: '${table}' with an FTS5 table of its rowids`,
    );
  return { name: table, key };
}

/**
 * Checks that the rowids of a table of SQLite are stable, because an FTS5 table refers to them.
 *
 * @throws {TypeError} if the table has no integer primary key: `vacuum` may change its rowids, or it has none
 */
export async function assertStableRowids(runner: SqlRunner, table: string, index: string): Promise<void> {
  const columns = await readColumns(runner, table);
  const keys = columns.filter(({ pk }) => Number(pk) > 0);
  if (keys.length === 1 && /^integer$/i.test(String(keys[0]!['type']))) return;
  throw new TypeError(
    `The table "${table}" has no integer primary key, so "${index}" cannot refer to its rowids; add an unindexed column with the identifier to the FTS5 table, and use search: { table: '${index}', key: 'id' }`,
  );
}
