import type { Span } from 'oriel-core/trace';

/** A database query, read from its span. */
export interface Query {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows: number | undefined;
  /** Source location of the call, as `file:line`. */
  readonly caller: string | undefined;
  readonly start: number;
  readonly duration: number;
  /** Whether it had not ended when the profile was created. Its duration is then 0. */
  readonly isRunning: boolean;
  readonly error: string | undefined;
  /** The database, such as `postgresql`, if it is known. */
  readonly system: string | undefined;
}

/** Returns the queries among spans, in order. */
export function getQueries(spans: readonly Span[]): Query[] {
  return spans
    .filter(({ kind }) => kind === 'db')
    .map(({ id, name, start, duration, error, details }) => {
      // Recorded details may be null.
      const { sql, parameters, rows, caller, system } = details ?? {};
      return {
        id,
        sql: typeof sql === 'string' ? sql : name,
        parameters: Array.isArray(parameters) ? (parameters as unknown[]) : [],
        rows: typeof rows === 'number' ? rows : undefined,
        caller: typeof caller === 'string' ? caller : undefined,
        start,
        duration: Math.max(0, duration),
        isRunning: duration < 0,
        error,
        system: typeof system === 'string' ? system : undefined,
      };
    });
}

/** Returns the total duration of spans or queries, in milliseconds. Those that are still running do not count. */
export function sumDurations(spans: readonly { readonly duration: number }[]): number {
  return spans.reduce((sum, { duration }) => sum + Math.max(0, duration), 0);
}
