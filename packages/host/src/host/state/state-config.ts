/**
 * Where a host stores the state that its processes share. A part with a storage of its own, such as `sessions.storage`, keeps that
 * storage. Undefined and empty values are ignored, so variables of the environment can be passed as they are.
 */
export interface StateConfig {
  /**
   * PostgreSQL, for sessions, idempotency keys and profiles: a URL, or Kysely. With the Kysely of `sqlStore`, the response to a request with an
   * Idempotency-Key is stored in the transaction of the write. Needs the packages `pg` and `kysely`.
   * @default none
   */
  readonly database?: string | StateDatabase | undefined;
  /**
   * Redis, for sessions, rate limits, login attempts and the hub: a URL, or a client of the package `redis`. With a database and Redis,
   * sessions are in Redis.
   * @default none
   */
  readonly redis?: string | StateRedis | undefined;
  /**
   * The URL of PostgreSQL for profiles. `database` is used for them only if it is a URL and `profiler.key` is set, as in production. With a
   * Kysely, `instances: 'many'` needs this setting or `profiler.file`.
   * @default `database`
   */
  readonly profiles?: string | undefined;
  /**
   * The prefix of tables and keys. Hosts with the same prefix share their state, so each application needs its own.
   * @default 'oriel'
   */
  readonly prefix?: string;
}

/** The part of Kysely that identifies its database. */
export interface StateDatabase {
  getExecutor(): { readonly adapter: object };
}

/** The part of a client of the package `redis` that all parts of the state need. */
export interface StateRedis {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  duplicate(): object;
}

/** The parts of the state that can be shared. */
export type StatePart = 'sessions' | 'idempotency' | 'rateLimits' | 'hub' | 'profiles';

/** The default of `prefix`. */
export const DEFAULT_PREFIX = 'oriel';
