/** Configuration of the health endpoints. Times are in milliseconds. */
export interface HealthConfig {
  /** Path of the liveness endpoint, which an orchestrator polls to restart the process. Default `/livez`. */
  readonly live?: string;
  /** Path of the readiness endpoint, which a load balancer polls before it sends requests. Default `/readyz`. */
  readonly ready?: string;
  /** Readiness checks by name. A check fails if it throws, rejects, returns false or times out. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /** Timeout of a check. Default 2,000. */
  readonly timeout?: number;
  /** How long results are cached. Default 1,000. */
  readonly cache?: number;
  /** How long a stopping host accepts requests while its readiness endpoint reports 503. Default 0. */
  readonly delay?: number;
}

/** A readiness check. The signal is aborted when the check times out. */
export type HealthCheck = (signal: AbortSignal) => unknown;
