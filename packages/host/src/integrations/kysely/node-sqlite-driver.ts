import { CompiledQuery, SqliteDriver } from 'kysely';
import type { AbortableOperationOptions, DatabaseConnection, QueryResult, TransactionSettings } from 'kysely';
import { isPromise } from 'oriel-core/http';
import { NullTrace, runInTrace, tracedQuery } from 'oriel-core/trace';
import { asUnavailable } from '../sql/database-unavailable.ts';
import type { SqliteConnectionState } from './sqlite-connection.ts';
import type { StatementCache } from './statement-cache.ts';

/**
 * The Kysely driver for one `node:sqlite` connection that all requests share. Statements wait without blocking the
 * process.
 */
export class NodeSqliteDriver extends SqliteDriver {
  readonly #open: () => Promise<StatementCache>;
  readonly #state: SqliteConnectionState;
  readonly #free: SqliteConnection[] = [];

  constructor(open: () => Promise<StatementCache>, state: SqliteConnectionState) {
    super({ database: open });
    this.#open = open;
    this.#state = state;
  }

  override async init(): Promise<void> {
    try {
      this.#state.statements = await this.#open();
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  // Kysely gets a connection object per request; turns decide when each may use the single SQLite connection.
  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#state.reached = this.#free.pop() ?? new SqliteConnection(this.#state));
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SqliteConnection)) return;
    this.#state.turns.end(connection);
    if (this.#free.length < MAX_FREE) this.#free.push(connection);
  }

  // A transaction that reads before it writes fails immediately if another process has written in between, whatever the
  // timeout. Taking the write lock first makes it wait instead.
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings = {}): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(settings.accessMode === 'read only' ? 'begin' : 'begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some errors, such as a full disk, have already rolled the transaction back.
    if (this.#state.statements?.isTransaction === true) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  override async destroy(): Promise<void> {
    const { statements } = this.#state;
    this.#state.statements = undefined;
    statements?.close();
  }
}

/** A query and its request. A waiting query is cancelled when the request ends. */
export interface RequestQuery extends CompiledQuery {
  readonly request?: { readonly signal: AbortSignal };
}

const MAX_FREE = 100;

class SqliteConnection implements DatabaseConnection {
  readonly #state: SqliteConnectionState;

  constructor(state: SqliteConnectionState) {
    this.#state = state;
  }

  async executeQuery<Row>(
    { sql, parameters, request }: RequestQuery,
    options?: AbortableOperationOptions,
  ): Promise<QueryResult<Row>> {
    const { turns } = this.#state;
    let waits = false;
    const run = (): QueryResult<Row> => execute(this.#statements, sql, parameters);
    const attempt = (): QueryResult<Row> => (waits ? runInTrace(NullTrace, run) : run());
    try {
      const result = turns.take({
        run: attempt,
        owner: this,
        reads: READS.test(sql),
        signal: () => options?.signal ?? request?.signal,
      });
      if (!isPromise(result)) return result;
      // A query that is retried is recorded as one query.
      waits = true;
      return await tracedQuery(sql, parameters, () => result, getRows, 'sqlite');
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  // The rows come from the single connection, so other statements wait until the last row is read.
  async *streamQuery<Row>({ sql, parameters, query }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    if (query.kind !== 'SelectQueryNode' && query.kind !== 'RawNode')
      throw new TypeError(`Only select queries can be streamed, got ${query.kind}`);
    const { turns } = this.#state;
    const start = (): Iterable<unknown> => this.#statements.prepare(sql).iterate(parameters);
    const rows = await turns.take({ run: start, owner: this, reads: true });
    const isOwner = turns.hold(this);
    try {
      for (const row of rows) yield { rows: [row as Row] };
    } finally {
      if (isOwner) turns.end(this);
    }
  }

  get #statements(): StatementCache {
    const { statements } = this.#state;
    if (statements === undefined) throw new Error('The database is closed');
    return statements;
  }
}

function execute<Row>(statements: StatementCache, sql: string, parameters: readonly unknown[]): QueryResult<Row> {
  const statement = statements.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

function getRows({ rows, numAffectedRows }: QueryResult<unknown>): number {
  return rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0);
}

// In WAL mode a reader never waits for a writer. A statement with a common table expression may write.
const READS = /^\s*(?:select|values|explain)\b/i;
