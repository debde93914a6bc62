/** Configuration of the metrics endpoint. */
export interface HostMetricsConfig {
  /**
   * Path of the endpoint.
   * @default '/metrics'
   */
  readonly path?: string;
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
