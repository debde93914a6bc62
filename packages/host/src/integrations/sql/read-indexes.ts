import { quote } from './sql-dialect.ts';
import { NullTrace, runInTrace } from 'oriel-core/trace';
import type { Row, SqlRunner } from './sql-runner.ts';

/** A column of an index, as databases sort it. */
export interface IndexColumn {
  /** Undefined for an expression. */
  readonly name: string | undefined;
  readonly isDescending: boolean;
  /** Whether nulls are first. */
  readonly nullsFirst: boolean;
  /** Whether texts are sorted by code points. Equality does not need it. */
  readonly isByCodePoint: boolean;
}

/** An index of a table. */
export interface TableIndex {
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  /** The condition of the rows in a partial index. */
  readonly condition: string | undefined;
}

/** Reads the indexes of a table that can be sorted from the catalog of the database. */
export async function readIndexes(runner: SqlRunner, table: string): Promise<TableIndex[]> {
  const isSqlite = runner.dialect.name === 'sqlite';
  const query = isSqlite ? toSqliteQuery(table) : { sql: POSTGRES, parameters: [quote(table)] };
  return toIndexes(await runner.rows(query));
}

/**
 * Reads the indexes of a SQLite table at once; undefined if another statement runs. The query belongs to no request, so it is not
 * recorded.
 */
export function readIndexesAtOnce(runner: SqlRunner, table: string): TableIndex[] | undefined {
  const rows = runInTrace(NullTrace, () => runner.listsAtOnce?.(toSqliteQuery(table)));
  return rows && toIndexes(rows.map((row) => Object.fromEntries(NAMES.map((name, index) => [name, row[index]]))));
}

function toSqliteQuery(table: string): { sql: string; parameters: readonly unknown[] } {
  const [name, schema = 'main'] = table.split('.').toReversed();
  return { sql: SQLITE, parameters: [name, schema] };
}

function toIndexes(rows: readonly Row[]): TableIndex[] {
  return [...Map.groupBy(rows, (row) => String(row['index']))].map(([name, columns]) => ({
    name,
    columns: columns.map(toColumn),
    condition: (columns[0]!['condition'] as string | null) ?? undefined,
  }));
}

function toColumn(row: Row): IndexColumn {
  return {
    name: (row['name'] as string | null) ?? undefined,
    isDescending: Number(row['descending']) === 1,
    nullsFirst: Number(row['nulls_first']) === 1,
    isByCodePoint: ['C', 'POSIX', 'BINARY'].includes(String(row['collation'])),
  };
}

const NAMES = ['index', 'name', 'descending', 'nulls_first', 'collation', 'condition'];

// Each index ends with the rowid. Nulls are less than all values.
const SQLITE = `
  select l.name as "index", c.name as "name", c."desc" as "descending", 1 - c."desc" as "nulls_first", c.coll as "collation",
    case when l.partial = 1 then (select sql from sqlite_schema where name = l.name) end as "condition"
  from pragma_index_list(?1, ?2) l join pragma_index_xinfo(l.name, ?2) c
  where c.key = 1 order by l.seq, c.seqno`;

const POSTGRES = `
  select i.indexrelid::text as "index", a.attname as "name", i.indoption[n] & 1 as "descending",
    (i.indoption[n] >> 1) & 1 as "nulls_first", l.collname as "collation", pg_get_expr(i.indpred, i.indrelid) as "condition"
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_am m on m.oid = c.relam and m.amname = 'btree'
  cross join generate_series(0, i.indnkeyatts - 1) n
  left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[n]
  left join pg_collation l on l.oid = i.indcollation[n]
  where i.indrelid = to_regclass($1) and i.indisvalid
  order by i.indexrelid, n`;
