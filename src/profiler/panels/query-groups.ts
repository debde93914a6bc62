import type { Span } from '../../core/trace/trace.ts';
import { readsData } from '../findings/statement-kind.ts';

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
  readonly error: string | undefined;
}

/** Queries with the same statement and the same caller. */
export interface QueryGroup {
  readonly queries: readonly Query[];
  readonly time: number;
  /** Whether a query was repeated with identical parameters. */
  readonly hasIdenticalQueries: boolean;
  /** The query whose rows caused one query each (N+1), if there is one. */
  readonly parentQuery: Query | undefined;
}

/** Returns the queries among spans, in order. */
export function getQueries(spans: readonly Span[]): Query[] {
  return spans
    .filter(({ kind }) => kind === 'db')
    .map(({ id, name, start, duration, error, details = {} }) => {
      const { sql, parameters, rows, caller } = details;
      return {
        id,
        sql: typeof sql === 'string' ? sql : name,
        parameters: Array.isArray(parameters) ? (parameters as unknown[]) : [],
        rows: typeof rows === 'number' ? rows : undefined,
        caller: typeof caller === 'string' ? caller : undefined,
        start,
        duration: Math.max(0, duration),
        error,
      };
    });
}

/** Groups repeated queries, the group with the longest total time first. */
export function groupQueries(queries: readonly Query[]): QueryGroup[] {
  const groups = Map.groupBy(queries, ({ sql, caller }) => JSON.stringify([sql, caller]));
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const different = new Set(group.map(({ parameters }) => JSON.stringify(parameters))).size;
      const isCandidate = group.length >= MIN_N_PLUS_ONE && different > 1 && readsData(group[0]!.sql);
      return {
        queries: group,
        time: sumDurations(group),
        hasIdenticalQueries: different < group.length,
        parentQuery: isCandidate ? findParent(group, queries) : undefined,
      };
    })
    .toSorted((a, b) => b.time - a.time);
}

/** Returns the total duration of queries, in milliseconds. */
export function sumDurations(queries: readonly Query[]): number {
  return queries.reduce((sum, { duration }) => sum + duration, 0);
}

const MIN_N_PLUS_ONE = 5;

// The last earlier query with as many rows, else with more or an unknown number of rows.
function findParent(group: readonly Query[], queries: readonly Query[]): Query | undefined {
  const first = group[0]!;
  const before = queries.slice(0, queries.indexOf(first)).filter(({ sql }) => sql !== first.sql && readsData(sql));
  return (
    before.findLast(({ rows }) => rows === group.length) ??
    before.findLast(({ rows }) => rows === undefined || rows > group.length)
  );
}
