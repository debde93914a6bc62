import { PEERS } from '../../peer-packages.ts';

/** The part of a client of `pg` that the storage uses. */
export interface PostgresClient {
  query(sql: string, parameters?: readonly unknown[]): Promise<QueryResult>;
  query(submittable: CopyQuery): CopyQuery;
}

export interface QueryResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}

/** A client of a pool. Released with an error, its connection is closed, also while a statement runs. */
export interface PooledClient extends PostgresClient {
  release(error?: Error): void;
}

export interface PostgresPool {
  connect(): Promise<PooledClient>;
  end(): Promise<void>;
}

/** Creates a small pool. The package `pg` is loaded here, so that only applications that use it need it. */
export function createPool(url: string, name: string): PostgresPool {
  const { Pool } = PEERS.load<PgPackage>('pg', 'PostgresProfileStorage')();
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max: 4,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A connection that is lost while it is idle is replaced; without a listener, the process would end.
  pool.on('error', () => undefined);
  // Its statement rejects, too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Sends lines in the text format of COPY. Resolves when the server has stored all. */
export function copyFrom(client: PostgresClient, sql: string, lines: readonly Uint8Array[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new CopyQuery(sql, lines);
    query.callback = (error) => (error === undefined || error === null ? resolve() : reject(error));
    client.query(query);
  });
}

/** A query object of `pg`: the client calls its methods when a message of the server arrives. */
class CopyQuery {
  readonly #sql: string;
  readonly #lines: readonly Uint8Array[];
  #error: Error | undefined;
  /** `pg` replaces it to add a time limit. */
  callback: (error?: Error | null) => void = () => undefined;

  constructor(sql: string, lines: readonly Uint8Array[]) {
    this.#sql = sql;
    this.#lines = lines;
  }

  submit(connection: CopyConnection): undefined {
    connection.query(this.#sql);
    return undefined;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.concat(this.#lines));
    connection.endCopyFrom();
  }

  handleError(error: Error): void {
    // After an error of the server, the message that it is ready follows; after a lost connection, none does.
    this.#error = error;
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.callback();
  }

  handleCommandComplete(): void {}
}

interface CopyConnection {
  query(sql: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
}

interface PgPackage {
  readonly Pool: new (options: object) => PostgresPool & PoolEvents;
}

interface PoolEvents {
  on(event: 'error', listener: () => void): unknown;
  on(event: 'connect', listener: (client: { on(event: 'error', listener: () => void): unknown }) => void): unknown;
}

/** Runs `action` in a transaction. After an error, the connection must be closed, which rolls the transaction back. */
export async function transaction<T>(client: PostgresClient, action: () => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await action();
  await client.query('commit');
  return result;
}
