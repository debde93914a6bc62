import { createRequire } from 'node:module';
import type { Transport } from '../../features/hub/transport.ts';
import type { LimitStore } from '../../features/rate-limit/rate-limit.ts';
import type { IdempotencyStore } from '../../features/resources/declare/idempotency-store.ts';
import type { SessionStorage } from '../../features/session/session-storage.ts';

/** What shared state uses of `oriel-host/redis`. */
export interface RedisIntegration {
  readonly redisSessionStorage: (client: object, options: { prefix: string }) => SessionStorage;
  readonly redisLimitStore: (client: object, options: { prefix: string }) => LimitStore;
  readonly redisHubTransport: (client: object, options: { key: string }) => Transport;
}

/** What shared state uses of `oriel-host/kysely`. */
export interface SqlIntegration {
  readonly sqlSessionStorage: (database: object, options: { table: string }) => SessionStorage;
  readonly sqlIdempotencyStore: (database: object, options: { table: string }) => IdempotencyStore;
  readonly handlePoolErrors: (pool: object, report: (error: Error) => void) => object;
  readonly tracedDialect: (dialect: object) => object;
}

/** Loads the integration of Redis when the configuration uses it. Synchronous, because hosts are created synchronously. */
export function loadRedis(): RedisIntegration {
  return require('oriel-host/redis') as RedisIntegration;
}

/** Loads the integration of SQL databases when the configuration uses it. */
export function loadSql(): SqlIntegration {
  return require('oriel-host/kysely') as SqlIntegration;
}

const require = createRequire(import.meta.url);
