import { CompiledQuery } from 'kysely';
import type { Kysely, QueryResult } from 'kysely';
import { NodeSqliteAdapter } from '../node-sqlite-dialect.ts';
import { isTraced } from '../traced-dialect.ts';
import { tracedQuery } from '../traced-query.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { SqlText } from './sql-text.ts';
import { connectionOf } from './transactions.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Runs statements where the work of the request runs: in its transaction when there is one. */
export class SqlRunner {
  readonly database: Kysely<never>;
  readonly dialect: SqlDialect;
  readonly #traced: boolean;

  constructor(database: Kysely<never>, dialect: SqlDialect) {
    this.database = database;
    this.dialect = dialect;
    const { adapter } = database.getExecutor();
    this.#traced = adapter instanceof NodeSqliteAdapter || isTraced(adapter);
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
}
