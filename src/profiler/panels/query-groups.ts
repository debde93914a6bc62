import type { Span } from '../../core/trace/span.ts';

/** One query of the database, as its span tells it. */
export interface Query {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows: number | undefined;
  /** Who asked: `file:line`. */
  readonly caller: string | undefined;
  readonly start: number;
  readonly duration: number;
  readonly error: string | undefined;
}

/** Queries with the same statement, asked from the same place. */
export interface QueryGroup {
  readonly queries: readonly Query[];
  readonly time: number;
  /** The very same question, parameters included, more than once. */
  readonly hasIdenticalQueries: boolean;
  /** Asked with other parameters each time, once for each row of another: that other one. */
  readonly parentQuery: Query | undefined;
}

/** The queries among the spans, in the order they were asked. */
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

/** Groups of at least two, the one that took longest first. */
export function groupQueries(queries: readonly Query[]): QueryGroup[] {
  const groups = Map.groupBy(queries, ({ sql, caller }) => JSON.stringify([sql, caller]));
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const different = new Set(group.map(({ parameters }) => JSON.stringify(parameters))).size;
      const isMany = group.length >= MANY && different > 1 && READS.test(group[0]!.sql);
      return {
        queries: group,
        time: sumDurations(group),
        hasIdenticalQueries: different < group.length,
        parentQuery: isMany ? parentOf(group, queries) : undefined,
      };
    })
    .toSorted((a, b) => b.time - a.time);
}

/** What queries took together. */
export function sumDurations(queries: readonly Query[]): number {
  return queries.reduce((sum, { duration }) => sum + duration, 0);
}

const MANY = 5;
const READS = /^\s*(?:select|with)\b/i;

// The one before that gave as many rows; else the last that gave more, or did not say.
function parentOf(group: readonly Query[], queries: readonly Query[]): Query | undefined {
  const first = group[0]!;
  const before = queries.slice(0, queries.indexOf(first)).filter(({ sql }) => sql !== first.sql && READS.test(sql));
  return (
    before.findLast(({ rows }) => rows === group.length) ??
    before.findLast(({ rows }) => rows === undefined || rows > group.length)
  );
}
