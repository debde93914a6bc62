import type { MaybePromise } from 'oriel-core/http';
import type { IsolationLevel } from '../../features/resources/declare/transaction-options.ts';
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
  /**
   * Runs a statement and returns its rows by column name. Every statement of a store returns rows.
   *
   * @param request the request of the query. It may be cancelled if the request is aborted
   * @throws {ServiceUnavailableError} if the database is busy, full or cannot be reached
   */
  rows(statement: Statement, request?: QueryRequest): Promise<readonly Row[]>;
  /** Returns the rows of a query as arrays, if the database can return them at once; undefined otherwise. */
  listsAtOnce?(statement: Statement): unknown[][] | undefined;
  /** What functions of `filter.sql` receive: the query builder of the library, or the table. */
  readonly builder: unknown;
  /**
   * Writes an expression of the application, such as a condition, as the library does.
   *
   * @param subject the beginning of the message if it is not an expression of the library: `The function … did not return`
   * @param before the number of parameters before it in the statement
   * @throws {TypeError} if it is not an expression of the library
   */
  write(expression: unknown, subject: string, before: number): Statement;
  /**
   * Runs a function in a transaction. The statements of all stores over the database are part of it. A nested transaction is part
   * of the outer one.
   *
   * @param isolation the isolation level on PostgreSQL. Default: that of the database
   */
  transaction<Result>(work: () => Promise<Result>, isolation?: IsolationLevel): Promise<Result>;
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

/** Returns the rows of a query as arrays in the order of the columns. */
export function readLists(
  runner: SqlRunner,
  statement: Statement,
  columns: readonly { readonly field: string }[],
  request: QueryRequest,
): MaybePromise<readonly (readonly unknown[])[]> {
  const lists = runner.listsAtOnce?.(statement);
  if (lists !== undefined) return lists;
  return runner.rows(statement, request).then((rows) => rows.map((row) => columns.map(({ field }) => row[field])));
}
