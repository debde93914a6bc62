/** The part of a pool of the package `pg`, or of one of its connections, that emits errors. */
export interface ErrorEmitter {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a pool of the package `pg` that emits errors and connections. */
export interface ErrorPool extends ErrorEmitter {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: ErrorEmitter) => void): unknown;
}

/**
 * Keeps lost connections to PostgreSQL from ending the process. A pool of the package `pg` emits `error` when an idle
 * connection is lost, and a connection in use emits it beside the error of its query; Node.js ends the process if nothing listens.
 *
 * @param pool the pool, before its first query
 * @param report called with the error of each idle connection that is lost; errors of connections in use are reported by their queries
 * @returns the same pool
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
export function handlePoolErrors<Pool extends ErrorPool>(pool: Pool, report: (error: Error) => void): Pool {
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
