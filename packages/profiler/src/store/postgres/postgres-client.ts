import { PEERS } from '../../peer-packages.ts';

/** The part of a client of `pg` that the storage uses. */
export interface PostgresClient {
  query(sql: string, parameters?: readonly unknown[]): Promise<QueryResult>;
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
