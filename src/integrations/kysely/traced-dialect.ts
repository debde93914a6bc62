import type { CompiledQuery, DatabaseConnection, Dialect, DialectAdapter, Driver } from 'kysely';
import { asUnavailable } from './database-unavailable.ts';
import { tracedChunks, tracedQuery } from './traced-query.ts';

/**
 * A Kysely dialect whose queries are on the timeline of the request they are made for, with SQL, parameters, rows and the
 * place in the application that asked. `NodeSqliteDialect` does this of its own accord.
 *
 * @param dialect any dialect, such as Kysely's PostgresDialect
 * @returns the same dialect, watched
 *
 * @example
 * ```ts no-run
 * import { Kysely, PostgresDialect } from 'kysely';
 * import { handlePoolErrors, tracedDialect } from 'oriel/kysely';
 * import { Pool } from 'pg';
 * const pool = handlePoolErrors(new Pool(), (error) => console.error(error.message));
 * const database = new Kysely<object>({ dialect: tracedDialect(new PostgresDialect({ pool })) });
 * ```
 */
export function tracedDialect(dialect: Dialect): Dialect {
  return {
    createDriver: () => tracedDriver(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createAdapter: () => {
      const adapter = dialect.createAdapter();
      traced.add(adapter);
      return adapter;
    },
  };
}

/** Do queries through this adapter's dialect show themselves? */
export function isTraced(adapter: DialectAdapter): boolean {
  return traced.has(adapter);
}

const traced = new WeakSet<DialectAdapter>();

function tracedDriver(driver: Driver): Driver {
  const connections = new WeakMap<DatabaseConnection, DatabaseConnection>();
  return through(driver, {
    acquireConnection: async (...options: Parameters<Driver['acquireConnection']>) => {
      const connection = await driver.acquireConnection(...options).catch(failed);
      let watched = connections.get(connection);
      if (watched === undefined) connections.set(connection, (watched = tracedConnection(connection)));
      return watched;
    },
  });
}

function failed(error: unknown): never {
  throw asUnavailable(error, 'away');
}

function tracedConnection(connection: DatabaseConnection): DatabaseConnection {
  const executeQuery = <Row>(...[query, ...more]: Parameters<DatabaseConnection['executeQuery']>) =>
    tracedQuery(
      query.sql,
      query.parameters,
      () => connection.executeQuery<Row>(query as CompiledQuery<Row>, ...more).catch(failed),
      ({ rows, numAffectedRows }) => (rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0)),
    );
  const streamQuery = <Row>(...[query, ...more]: Parameters<DatabaseConnection['streamQuery']>) =>
    tracedChunks(query.sql, query.parameters, () => connection.streamQuery<Row>(query as CompiledQuery<Row>, ...more));
  return through(connection, { executeQuery, streamQuery });
}

// Drivers keep their state in private members, which only they themselves can reach: everything else is called on them.
function through<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      if (key in own) return own[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
