import { CompiledQuery } from 'kysely';
import type { Kysely, QueryResult } from 'kysely';
import { NodeSqliteAdapter } from '../node-sqlite-dialect.ts';
import type { SqliteConnectionState } from '../node-sqlite-dialect.ts';
import { isTraced } from '../traced-dialect.ts';
import { tracedQuery } from '../traced-query.ts';
import type { RowPart } from '../../../api/index.ts';
import type { StatementCache } from '../statement-cache.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { SqlText } from './sql-text.ts';
import { connectionOf } from './transactions.ts';

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

  run(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    // A plugin may rename columns, and here they have their names already.
    const connection = connectionOf(this.database).withoutPlugins();
    const execute = () => connection.executeQuery<Row>(CompiledQuery.raw(sql, parameters as unknown[]));
    return this.#traced ? execute() : tracedQuery(sql, parameters, execute, ({ rows }) => rows.length);
  }

  async rows({ sql, parameters }: SqlText): Promise<readonly Row[]> {
    return (await this.run(sql, parameters)).rows;
  }

  /** The statements of a database that is at hand and idle, so that it can be asked at once. */
  get idle(): StatementCache | undefined {
    return this.#connection?.idle;
  }

  /** The rows of a query as lists of values, in the order of `parts`. */
  lists(
    { sql, parameters }: Pick<SqlText, 'sql' | 'parameters'>,
    parts: readonly RowPart[],
  ): Later<readonly (readonly unknown[])[]> {
    const statements = this.idle;
    if (statements) return statements.lists(sql, parameters);
    return this.run(sql, parameters).then(({ rows }) =>
      rows.map((row) => parts.map((part) => row['field' in part ? part.field : ''])),
    );
  }
}

export type Later<T> = T | Promise<T>;

/** Goes on at once with what is there already. */
export function settle<From, To>(value: Later<From>, goOn: (value: From) => Later<To>): Later<To> {
  return value instanceof Promise ? value.then((settled) => goOn(settled)) : goOn(value);
}
