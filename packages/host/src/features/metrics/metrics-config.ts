import { anything, choice, record, secret } from 'oriel-core/configuration';
import type { Resolved, Settings } from 'oriel-core/configuration';

/** Configuration of the metrics endpoint. */
export interface HostMetricsConfig {
  /**
   * The token that clients send as `Authorization: Bearer …`: at least 16 characters.
   * @default clients on the same machine only
   */
  readonly token?: string;
  /**
   * `'public'` states that every client may read the metrics.
   * @default clients on the same machine, or those with the token
   */
  readonly access?: 'public';
  /**
   * Upper bounds of the latency histogram in ascending order, at most 50.
   * @default [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
   * @unit seconds
   */
  readonly buckets?: readonly number[];
  /**
   * Connection pools by name, such as `{ main: pool }` with a `Pool` of `pg`.
   * @default {}
   */
  readonly pools?: Readonly<Record<string, MeasuredPool>>;
}

/** The numbers of a connection pool, as `Pool` of `pg` has them. */
export interface MeasuredPool {
  /** Open connections. */
  readonly totalCount: number;
  /** Connections that are not in use. */
  readonly idleCount: number;
  /** Callers that wait for a connection. */
  readonly waitingCount: number;
}

const COUNTS = ['totalCount', 'idleCount', 'waitingCount'];

export const METRICS_SETTINGS = {
  token: secret({
    rejectsUndefined: true,
    minimum: 16,
    matches: /^\S{16,1024}$/,
    reason: (token) =>
      typeof token === 'string' ? `It has ${token.length} characters, or spaces` : 'It is not a string',
    fix: 'Set 16 to 1,024 characters without spaces; `openssl rand -hex 32` prints some',
  }),
  access: choice(['public'], { fix: "Remove it, or state that every client may read the metrics: 'public'" }),
  buckets: anything({
    accepts: isAscending,
    default: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    fix: 'List 1 to 50 positive numbers of seconds in ascending order',
  }),
  pools: record(
    anything({
      accepts: (pool) => COUNTS.every((count) => typeof (pool as Record<string, unknown> | null)?.[count] === 'number'),
      fix: `Use an object with the numbers ${COUNTS.join(', ')}, such as a Pool of pg`,
    }),
    { default: {} },
  ),
} satisfies Settings<HostMetricsConfig>;

/** The path of the endpoint. */
export const METRICS_PATH = '/metrics';

/** The configuration with its defaults. */
export type ResolvedMetrics = Resolved<HostMetricsConfig, typeof METRICS_SETTINGS>;

function isAscending(buckets: unknown): boolean {
  if (!Array.isArray(buckets) || buckets.length === 0 || buckets.length > 50) return false;
  return buckets.every((bucket, index) => Number.isFinite(bucket) && bucket > (index === 0 ? 0 : buckets[index - 1]));
}
