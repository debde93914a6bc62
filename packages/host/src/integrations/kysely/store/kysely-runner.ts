import {
  CompiledQuery,
  PostgresAdapter,
  expressionBuilder,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { DialectAdapter, Kysely, QueryResult, QueryExecutor, Expression, QueryCompiler } from 'kysely';
import { asUnavailable } from '../../sql/database-unavailable.ts';
import { NodeSqliteAdapter } from '../node-sqlite-dialect.ts';
import type { RequestQuery } from '../node-sqlite-driver.ts';
import { isBusy } from '../sqlite-turns.ts';
import type { SqliteConnectionState } from '../sqlite-connection.ts';
import { isTraced } from '../traced-dialect.ts';
import { tracedQuery } from 'oriel-core/trace';
import type { IsolationLevel } from '../../../features/resources/declare/transaction-options.ts';
import { postgres, sqlite } from '../../sql/sql-dialect.ts';
import type { SqlDialect } from '../../sql/sql-dialect.ts';
import type { QueryRequest, Row, SqlRunner, Statement } from '../../sql/sql-runner.ts';
import { isShared } from '../database-kind.ts';
import { inTransaction } from '../../sql/transactions.ts';
import { connectionOf } from './transactions.ts';

/** Runs the statements of `sqlStore` in the transaction of the calling code, if there is one. */
export class KyselyRunner implements SqlRunner {
  readonly creator = 'sqlStore';
  readonly database: Kysely<never>;
  readonly dialect: SqlDialect;
  readonly shared: boolean | 'machine';
  readonly #traced: boolean;
  readonly #connection: SqliteConnectionState | undefined;

  /** @throws {TypeError} if the database is not SQLite or PostgreSQL */
  constructor(database: Kysely<never>) {
    const { adapter } = database.getExecutor();
    this.database = database;
    this.dialect = getDialect(adapter);
    this.shared = isShared(database);
    this.#connection = adapter instanceof NodeSqliteAdapter ? adapter.connection : undefined;
    this.#traced = this.#connection !== undefined || isTraced(adapter);
  }

  /**
   * @param request the request of the query. If it is aborted, PostgreSQL cancels the query, and SQLite does not start
   * it
   */
  async rows({ sql, parameters }: Statement, request?: QueryRequest): Promise<readonly Row[]> {
    const execute = () => this.#execute(CompiledQuery.raw(sql, parameters as unknown[]), request);
    try {
      const run = this.#traced
        ? execute()
        : tracedQuery(sql, parameters, execute, ({ rows }) => rows.length, this.dialect.system);
      return (await run).rows;
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  #execute(query: CompiledQuery, request: QueryRequest | undefined): Promise<QueryResult<Row>> {
    // Plugins may rename columns, but these names are final.
    const connection = connectionOf(this.database).withoutPlugins();
    if (request === undefined) return connection.executeQuery<Row>(query);
    // The signal of a request is created on demand, so that only waiting statements pay for it.
    if (this.#connection !== undefined) return connection.executeQuery<Row>({ ...query, request } as RequestQuery);
    return executeCancellable<Row>(query, connection.getExecutor(), this.database.getExecutor(), request.signal);
  }

  listsAtOnce({ sql, parameters }: Statement): unknown[][] | undefined {
    try {
      return this.#connection?.idle?.lists(sql, parameters);
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw asUnavailable(error);
    }
  }

  get builder(): unknown {
    return expressionBuilder();
  }

  write(expression: unknown, subject: string, before: number): Statement {
    return writeKyselyExpression(expression, subject, this.database, this.dialect, before);
  }

  transaction<Result>(work: () => Promise<Result>, isolation?: IsolationLevel): Promise<Result> {
    const transaction = this.database.transaction();
    const begun = isolation && this.dialect === postgres ? transaction.setIsolationLevel(isolation) : transaction;
    return inTransaction(this.database, (use) => begun.execute(use), work);
  }
}

function getDialect(adapter: DialectAdapter): SqlDialect {
  if (adapter instanceof NodeSqliteAdapter) return sqlite;
  if (adapter instanceof PostgresAdapter) return postgres;
  throw new TypeError(
    `sqlStore supports PostgreSQL, and SQLite through NodeSqliteDialect, but not ${adapter.constructor.name}`,
  );
}

/**
 * Runs a query that the database cancels when the signal is aborted. Kysely would send the cancellation through the
 * connection of the transaction, where it waits for the query that it should end; it is sent through another connection here.
 *
 * @param executor runs the query: that of the transaction, or of the database
 * @param others gives a connection for the cancellation
 * @throws {unknown} the reason of the signal if it is aborted, otherwise the error of the driver
 */
async function executeCancellable<Row>(
  query: CompiledQuery,
  executor: QueryExecutor,
  others: QueryExecutor,
  signal: AbortSignal,
): Promise<QueryResult<Row>> {
  signal.throwIfAborted();
  try {
    return await executor.provideConnection(async (connection) => {
      await connection.collectSessionInfo?.();
      signal.throwIfAborted();
      // If the cancellation fails, for example without a free connection, the query ends at its own timeout.
      const cancel = () => void connection.cancelQuery?.((use) => others.provideConnection(use)).catch(() => {});
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await connection.executeQuery<Row>(query);
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

import * as kysely from 'kysely';

/**
 * Writes an expression of Kysely with the plugins of the database.
 *
 * @param subject the beginning of the message if it is not an expression
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if it is not an expression
 */
function writeKyselyExpression(
  expression: unknown,
  subject: string,
  database: Kysely<never>,
  dialect: SqlDialect,
  before: number,
): Statement {
  if (!isExpression(expression))
    throw new TypeError(`${subject} an expression of Kysely, such as eb('votes', '>', value) or sql\`votes * 2\``);
  // An import of the name would fail with kysely 0.27, before the version is checked.
  const queryId = kysely.createQueryId();
  const node = database.getExecutor().transformQuery(sql`${expression}`.toOperationNode(), queryId);
  return compilerFor(dialect, before).compileQuery(node, queryId);
}

function compilerFor({ name }: SqlDialect, before: number): QueryCompiler {
  return name === 'sqlite' ? new SqliteQueryCompiler() : new PartCompiler(before);
}

/** Numbers the parameters of a part of a statement from those before it. */
class PartCompiler extends PostgresQueryCompiler {
  readonly #before: number;

  constructor(before: number) {
    super();
    this.#before = before;
  }

  protected override getCurrentParameterPlaceholder(): string {
    return `$${this.#before + this.numParameters}`;
  }
}

function isExpression(value: unknown): value is Expression<unknown> {
  return typeof value === 'object' && value !== null && 'toOperationNode' in value;
}
