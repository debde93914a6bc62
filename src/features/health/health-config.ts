/** Who may be asked how the process is, and what that depends on. Times are in milliseconds. */
export interface HealthConfig {
  /** Is the process alive? Asked by whoever would start it anew. Default `/livez`. */
  readonly live?: string;
  /** May requests be sent to it? Asked by whoever sends them. Default `/readyz`. */
  readonly ready?: string;
  /** What must answer for it to be ready, by name: well when it gives anything but false. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /** Until a check that has not answered has failed. Default 2,000. */
  readonly timeout?: number;
  /** How long results hold, so that asking often costs nothing. Default 1,000. */
  readonly cache?: number;
  /** How long a host that was told to stop still takes requests while it is not ready any more. Default 0. */
  readonly delay?: number;
}

/** One thing a host depends on. Its signal is aborted when its time is up. */
export type HealthCheck = (signal: AbortSignal) => unknown;
