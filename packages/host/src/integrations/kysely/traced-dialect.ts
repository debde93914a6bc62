import { MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, DialectAdapter, Driver } from 'kysely';
import { asUnavailable } from '../sql/database-unavailable.ts';
import { tracedChunks, tracedQuery } from 'oriel-core/trace';
import type { DatabaseSystem } from 'oriel-core/trace';

/**
 * Returns a Kysely dialect that records its queries in the trace of the current request, with SQL, parameters, number
 * of rows and the calling code. `NodeSqliteDialect` does so itself.
 *
 * @param dialect any dialect, such as PostgresDialect of Kysely
 * @returns a dialect with the same behavior
 *
 * @example
 * ```ts no-run
 * import { Kysely, PostgresDialect } from 'kysely';
 * import { handlePoolErrors, tracedDialect } from 'oriel-host/kysely';
 * import { Pool } from 'pg';
 * const pool = handlePoolErrors(new Pool(), (error) => console.error(error.message));
 * const database = new Kysely<object>({ dialect: tracedDialect(new PostgresDialect({ pool })) });
 * ```
 */
export function tracedDialect(dialect: Dialect): Dialect {
  return {
    createDriver: () => tracedDriver(dialect.createDriver(), getSystem(dialect.createAdapter())),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createAdapter: () => {
      const adapter = dialect.createAdapter();
      traced.add(adapter);
      return adapter;
    },
  };
}

/** Returns whether queries of the dialect of this adapter are recorded. */
export function isTraced(adapter: DialectAdapter): boolean {
  return traced.has(adapter);
}

const traced = new WeakSet<DialectAdapter>();

function getSystem(adapter: DialectAdapter): DatabaseSystem | undefined {
  if (adapter instanceof PostgresAdapter) return 'postgresql';
  if (adapter instanceof SqliteAdapter) return 'sqlite';
  return adapter instanceof MysqlAdapter ? 'mysql' : undefined;
}

// After `query_timeout` of the package pg, the server may still run the statement, such as the `begin` of a transaction whose start
// failed. The next user of the connection would be in that transaction.
function tracedDriver(driver: Driver, system: DatabaseSystem | undefined): Driver {
  const connections = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const timedOut = new WeakSet<DatabaseConnection>();
  return through(driver, {
    acquireConnection: async (...options: Parameters<Driver['acquireConnection']>) => {
      const connection = await driver.acquireConnection(...options).catch(failed);
      if (timedOut.has(connection)) {
        try {
          await driver.rollbackTransaction(connection);
          timedOut.delete(connection);
        } catch (error) {
          await driver.releaseConnection(connection);
          throw asUnavailable(error, 'away');
        }
      }
      let watched = connections.get(connection);
      if (watched === undefined)
        connections.set(connection, (watched = tracedConnection(connection, system, () => timedOut.add(connection))));
      return watched;
    },
  });
}

function failed(error: unknown): never {
  throw asUnavailable(error, 'away');
}

function tracedConnection(
  connection: DatabaseConnection,
  system: DatabaseSystem | undefined,
  onTimeout: () => void,
): DatabaseConnection {
  const fail = (error: unknown): never => {
    if (error instanceof Error && error.message === 'Query read timeout') onTimeout();
    return failed(error);
  };
  const executeQuery = <Row>(...[query, ...more]: Parameters<DatabaseConnection['executeQuery']>) =>
    tracedQuery(
      query.sql,
      query.parameters,
      () => connection.executeQuery<Row>(query as CompiledQuery<Row>, ...more).catch(fail),
      ({ rows, numAffectedRows }) => (rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0)),
      system,
    );
  const streamQuery = <Row>(...[query, ...more]: Parameters<DatabaseConnection['streamQuery']>) =>
    tracedChunks(
      query.sql,
      query.parameters,
      () => connection.streamQuery<Row>(query as CompiledQuery<Row>, ...more),
      system,
    );
  return through(connection, { executeQuery, streamQuery });
}

// Drivers have private members, so all other methods are called on the driver itself.
function through<T extends object>(target: T, overrides: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      if (key in overrides) return overrides[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
