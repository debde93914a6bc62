import { DrizzleQueryError, is, isSQLWrapper, sql } from 'drizzle-orm';
import { PgDatabase } from 'drizzle-orm/pg-core';
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import { tracedQuery } from 'oriel-core/trace';
import type { IsolationLevel } from '../../features/resources/declare/transaction-options.ts';
import { asUnavailable } from '../sql/database-unavailable.ts';
import { postgres, sqlite } from '../sql/sql-dialect.ts';
import type { SqlDialect } from '../sql/sql-dialect.ts';
import { defineStoreFunctions } from '../sql/sqlite-search.ts';
import type { SqliteConnection } from '../sql/sqlite-search.ts';
import type { QueryRequest, Row, SqlRunner, Statement } from '../sql/sql-runner.ts';
import { withoutBigInts } from '../sql/large-integers.ts';
import { TransactionTurns } from '../sql/transaction-turns.ts';
import { inTransaction, transactionOf } from '../sql/transactions.ts';
import type { SQL } from 'drizzle-orm';

/** A Drizzle database over PostgreSQL with `pg`, or over SQLite with a synchronous driver such as better-sqlite3. */
export type DrizzleDatabase =
  // oxlint-disable-next-line typescript/no-explicit-any -- any schema
  PgDatabase<any, any, any> | BaseSQLiteDatabase<'sync', any, any, any>;

/** Runs the statements of `drizzleStore` in the transaction of the calling code, if there is one. */
export class DrizzleRunner implements SqlRunner {
  readonly creator = 'drizzleStore';
  readonly database: DrizzleDatabase;
  readonly dialect: SqlDialect;
  readonly shared: boolean | 'machine';
  readonly builder: object;
  readonly #turns: TransactionTurns | undefined;

  /**
   * @param table the table of the store, for conditions of the application
   * @throws {TypeError} if the database is not PostgreSQL, or SQLite with a synchronous driver
   */
  constructor(database: DrizzleDatabase, table: object) {
    this.database = database;
    this.builder = table;
    const { $client: client } = database as { readonly $client?: Partial<SqliteClient & PostgresClient> };
    // The package postgres sends true as false if the parameter has a cast.
    if (is(database, PgDatabase) && typeof client?.query === 'function') {
      this.dialect = postgres;
      this.shared = true;
      this.#turns = undefined;
      return;
    }
    if (!is(database, BaseSQLiteDatabase) || !isSqlite(client))
      throw new TypeError(
        'drizzleStore supports drizzle-orm/node-postgres and drizzle-orm/better-sqlite3; pass the database that drizzle() of one of them returns',
      );
    this.dialect = sqlite;
    this.shared = client.memory === true ? false : 'machine';
    prepare(client);
    this.#turns = TransactionTurns.of(database);
  }

  async rows(statement: Statement, request?: QueryRequest): Promise<readonly Row[]> {
    if (this.#turns?.isTaken === true && transactionOf(this.database) === undefined) await this.#turns.free();
    if (request?.signal.aborted === true) throw request.signal.reason;
    const { sql, parameters } = statement;
    try {
      return await tracedQuery(
        sql,
        parameters,
        () => this.#execute(statement),
        (rows) => rows.length,
        this.dialect.system,
      );
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  write(expression: unknown, subject: string, before: number): Statement {
    return writeDrizzleExpression(expression, subject, this.database, before);
  }

  transaction<Result>(work: () => Promise<Result>, isolationLevel?: IsolationLevel): Promise<Result> {
    const { database } = this;
    const turns = this.#turns;
    if (turns === undefined) {
      const settings = isolationLevel && { isolationLevel };
      return inTransaction(database, (use) => (database as PgDatabase<never>).transaction(use, settings), work);
    }
    // better-sqlite3 has no asynchronous transactions.
    const begin = (use: (transaction: object) => Promise<Result>) =>
      turns.run(async () => {
        runSqlite(database, 'begin immediate');
        try {
          const result = await use(database);
          runSqlite(database, 'commit');
          return result;
        } catch (error) {
          const { inTransaction: isOpen } = (database as unknown as { readonly $client: SqliteClient }).$client;
          // Some errors, such as a full disk, have already rolled the transaction back.
          if (isOpen !== false) runSqlite(database, 'rollback');
          throw error;
        }
      });
    return inTransaction(database, begin, work);
  }

  async #execute({ sql, parameters }: Statement): Promise<readonly Row[]> {
    const session = getSession((transactionOf(this.database) ?? this.database) as DrizzleDatabase);
    try {
      if (this.#turns !== undefined) {
        const params = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
        const query = session.prepareQuery({ sql, params }, undefined, 'all', false);
        // Otherwise better-sqlite3 rounds large integers.
        query.stmt?.safeIntegers?.(true);
        return query.all().map(withoutBigInts);
      }
      const query = session.prepareQuery({ sql, params: [...parameters] }, undefined, undefined, false);
      const result = await query.execute();
      return (result as { readonly rows: readonly Row[] }).rows;
    } catch (error) {
      throw error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
    }
  }
}

/** The client of SQLite: better-sqlite3, or one with the same methods. */
interface SqliteClient extends SqliteConnection {
  readonly memory?: boolean;
  readonly inTransaction?: boolean;
}

/** The client of PostgreSQL: a pool or a client of pg. */
interface PostgresClient {
  query(): unknown;
}

function isSqlite(client: Partial<SqliteClient> | undefined): client is SqliteClient {
  return typeof client?.function === 'function';
}

/** Runs the text of a statement, whatever the tables of the database. */
interface Session {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    method: 'all' | 'run' | undefined,
    isArray: boolean,
  ): {
    execute(): Promise<unknown>;
    all(): Row[];
    run(): unknown;
    /** The statement of better-sqlite3. */
    readonly stmt?: { safeIntegers?(isOn: boolean): unknown };
  };
}

// Drizzle declares the session of PostgreSQL only, and both databases have it.
function getSession(database: DrizzleDatabase): Session {
  return (database as unknown as { readonly session: Session }).session;
}

function runSqlite(database: DrizzleDatabase, sql: string): void {
  const query = getSession(database).prepareQuery({ sql, params: [] }, undefined, 'run', false);
  tracedQuery(
    sql,
    [],
    () => query.run(),
    () => 0,
    'sqlite',
  );
}

const prepared = new WeakSet<object>();

// All stores of a database share the functions of its connection.
function prepare(client: SqliteClient): void {
  if (!prepared.has(client)) defineStoreFunctions(client);
  prepared.add(client);
}

/**
 * Writes an expression of Drizzle.
 *
 * @param subject the beginning of the message if it is not an expression
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if it is not an expression
 */
function writeDrizzleExpression(
  expression: unknown,
  subject: string,
  database: DrizzleDatabase,
  before: number,
): Statement {
  if (!isSQLWrapper(expression))
    throw new TypeError(
      `${subject} a condition of Drizzle, such as gt(table.votes, value), or an expression of sql\`…\``,
    );
  const { dialect } = database as unknown as { readonly dialect: Dialect };
  // The dialect numbers the parameters of a statement from its start.
  const part = Object.create(dialect, {
    escapeParam: { value: (index: number, text: unknown) => dialect.escapeParam(index + before, text) },
  }) as Dialect;
  const { sql: text, params: parameters } = part.sqlToQuery(sql`${expression}`);
  return { sql: text, parameters };
}

/** The part of the dialects of Drizzle that writes expressions, which Drizzle does not declare as public. */
interface Dialect {
  escapeParam(index: number, value: unknown): string;
  sqlToQuery(expression: SQL): { readonly sql: string; readonly params: readonly unknown[] };
}
