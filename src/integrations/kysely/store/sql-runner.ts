import { CompiledQuery } from 'kysely';
import type { Kysely, QueryResult } from 'kysely';
import { asUnavailable } from '../database-unavailable.ts';
import { NodeSqliteAdapter } from '../node-sqlite-dialect.ts';
import type { RequestQuery } from '../node-sqlite-driver.ts';
import { isBusy } from '../sqlite-turns.ts';
import type { SqliteConnectionState } from '../sqlite-connection-state.ts';
import { isTraced } from '../traced-dialect.ts';
import { tracedQuery } from '../traced-query.ts';
import type { RowPart } from '../../../features/resources/paging/list-request.ts';
import type { StatementCache } from '../statement-cache.ts';
import { executeCancellable } from './cancel-query.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { SqlText } from './sql-text.ts';
import { connectionOf } from './transactions.ts';

/** The request that a query belongs to. */
export interface QueryRequest {
  readonly signal: AbortSignal;
}

export type Row = Readonly<Record<string, unknown>>;

/** Runs statements where the work of the request runs: in its transaction when there is one. */
export class SqlRunner {
  readonly database: Kysely<never>;
  readonly dialect: SqlDialect;
  readonly #traced: boolean;
  readonly #connection: SqliteConnectionState | undefined;

  constructor(database: Kysely<never>, dialect: SqlDialect) {
    this.database = database;
    this.dialect = dialect;
    const { adapter } = database.getExecutor();
    this.#connection = adapter instanceof NodeSqliteAdapter ? adapter.connection : undefined;
    this.#traced = this.#connection !== undefined || isTraced(adapter);
  }

  /**
   * @param request whose query it is: once the request is over, PostgreSQL cancels the query, and SQLite does not start it
   * @throws {ServiceUnavailableError} if the database is busy, full or cannot be reached
   */
  async run(sql: string, parameters: readonly unknown[], request?: QueryRequest): Promise<QueryResult<Row>> {
    const execute = () => this.#execute(CompiledQuery.raw(sql, parameters as unknown[]), request);
    try {
      return await (this.#traced ? execute() : tracedQuery(sql, parameters, execute, ({ rows }) => rows.length));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async rows({ sql, parameters }: SqlText, request?: QueryRequest): Promise<readonly Row[]> {
    return (await this.run(sql, parameters, request)).rows;
  }

  #execute(query: CompiledQuery, request: QueryRequest | undefined): Promise<QueryResult<Row>> {
    // A plugin may rename columns, and here they have their names already.
    const connection = connectionOf(this.database).withoutPlugins();
    if (request === undefined) return connection.executeQuery<Row>(query);
    // The signal of a request is made when it is asked for, so that only statements that wait pay for it.
    if (this.#connection !== undefined) return connection.executeQuery<Row>({ ...query, request } as RequestQuery);
    return executeCancellable<Row>(query, connection.getExecutor(), this.database.getExecutor(), request.signal);
  }

  /** The statements of a database that is at hand and idle, so that it can be asked at once. */
  get idle(): StatementCache | undefined {
    return this.#connection?.idle;
  }

  /** The rows of a query as lists of values, in the order of `parts`. */
  lists(
    { sql, parameters }: Pick<SqlText, 'sql' | 'parameters'>,
    parts: readonly RowPart[],
    request: QueryRequest,
  ): MaybePromise<readonly (readonly unknown[])[]> {
    const statements = this.idle;
    if (statements)
      try {
        return statements.lists(sql, parameters);
      } catch (error) {
        if (!isBusy(error)) throw asUnavailable(error);
      }
    return this.run(sql, parameters, request).then(({ rows }) =>
      rows.map((row) => parts.map((part) => row['field' in part ? part.field : ''])),
    );
  }
}

export type MaybePromise<T> = T | Promise<T>;

/** Goes on at once with what is there already. */
export function settle<From, To>(value: MaybePromise<From>, goOn: (value: From) => MaybePromise<To>): MaybePromise<To> {
  return value instanceof Promise ? value.then((settled) => goOn(settled)) : goOn(value);
}
