import type { Duration } from 'oriel-core/http';
import { callback, duration, record, text } from 'oriel-core/configuration';
import type { Resolved, Settings } from 'oriel-core/configuration';

/** Configuration of the health endpoints. */
export interface HealthConfig {
  /**
   * Path of the liveness endpoint, which an orchestrator polls to restart the process.
   * @default '/livez'
   */
  readonly live?: string;
  /**
   * Path of the readiness endpoint, which a load balancer polls before it sends requests.
   * @default '/readyz'
   */
  readonly ready?: string;
  /**
   * Path of the startup endpoint, which an orchestrator polls before it polls the others. It reports 503 until all checks
   * succeeded once, and 200 from then on.
   * @default '/startupz'
   */
  readonly startup?: string;
  /**
   * Readiness checks by name. A check fails if it throws, rejects, returns false or times out.
   * @default {}
   */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /**
   * How long a stopping host accepts requests while its readiness endpoint reports 503.
   * @default 0
   */
  readonly delay?: Duration;
}

/** A readiness check. The signal is aborted when the check times out. */
export type HealthCheck = (signal: AbortSignal) => unknown;

const path = (defaultPath: string) =>
  text({
    default: defaultPath,
    matches: /^\/[^?#{}\s]*$/,
    code: 'ORIEL_CONFIG_HEALTH_PATH',
    fix: "Use a path such as '/readyz'",
  });

export const HEALTH_SETTINGS = {
  live: path('/livez'),
  ready: path('/readyz'),
  startup: path('/startupz'),
  checks: record(
    callback({
      code: 'ORIEL_CONFIG_HEALTH_CHECK',
      fix: 'Use a function that rejects if the check fails: (signal) => database.query(…)',
    }),
    { default: {} },
  ),
  delay: duration({ default: 0, maximum: 600_000 }),
} satisfies Settings<HealthConfig>;

/** The configuration with its defaults, and with durations in milliseconds. */
export type ResolvedHealth = Resolved<HealthConfig, typeof HEALTH_SETTINGS>;
