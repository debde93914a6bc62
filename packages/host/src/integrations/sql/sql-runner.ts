import type { MaybePromise, HttpContext } from 'oriel-core/http';
import type { SqlLeaf } from '../../features/resources/declare/filters/filter-tree.ts';
import type { RowPart } from '../../features/resources/declare/list-request.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** Runs the SQL statements of stores with a library, in the transaction of the calling code if there is one. */
export interface SqlRunner {
  /** The function that creates its stores, for messages. */
  readonly creator: string;
  readonly dialect: SqlDialect;
  /** The database of the library. Stores over the same one can use each other's tables. */
  readonly database: object;
  /** Whether other processes see the same rows, as in `ResourceStore`. */
  readonly shared: boolean | 'machine';
  /** The statements of an idle SQLite database, which can be queried synchronously; undefined if that is not possible. */
  readonly idle: SyncStatements | undefined;
  /**
   * Runs a statement and returns its rows by column name. Every statement of a store returns rows.
   *
   * @param request the request of the query. It may be cancelled if the request is aborted
   * @throws {ServiceUnavailableError} if the database is busy, full or cannot be reached
   */
  rows(statement: Statement, request?: QueryRequest): Promise<readonly Row[]>;
  /** Returns the rows of a query as arrays, if the database can return them at once; undefined otherwise. */
  listsAtOnce?(statement: Statement): unknown[][] | undefined;
  /**
   * Writes a condition of the application with the query builder of the library.
   *
   * @param before the number of parameters before it in the statement
   * @throws {TypeError} if the result is not a condition of the library
   */
  condition(leaf: SqlLeaf, context: HttpContext, before: number): Statement;
  /**
   * Runs a function in a transaction. The statements of all stores over the database are part of it. A nested transaction is part
   * of the outer one.
   */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The text of a statement and its parameters. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The request of a query. */
export interface QueryRequest {
  readonly signal: AbortSignal;
}

/** A row by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** Prepared statements that run synchronously and return rows as arrays. */
export interface SyncStatements {
  lists(sql: string, parameters: readonly unknown[]): unknown[][];
}

/** Returns the rows of a query as arrays in the order of `parts`. */
export function readLists(
  runner: SqlRunner,
  statement: Statement,
  parts: readonly RowPart[],
  request: QueryRequest,
): MaybePromise<readonly (readonly unknown[])[]> {
  const lists = runner.listsAtOnce?.(statement);
  if (lists !== undefined) return lists;
  return runner
    .rows(statement, request)
    .then((rows) => rows.map((row) => parts.map((part) => row['field' in part ? part.field : ''])));
}
