import { sumDurations } from '../findings/queries.ts';
import type { Query } from '../findings/queries.ts';
import { readsData } from '../findings/statement-kind.ts';

/** Queries with the same statement and the same caller. */
export interface QueryGroup {
  readonly queries: readonly Query[];
  readonly time: number;
  /** Whether the queries have the same parameters. */
  readonly parameters: 'none' | 'all equal' | 'some equal' | 'all different';
  /** The query whose rows caused one query each (N+1), if there is one. */
  readonly parentQuery: Query | undefined;
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
        parameters: compareParameters(group, different),
        parentQuery: isCandidate ? findParent(group, queries) : undefined,
      };
    })
    .toSorted((a, b) => b.time - a.time);
}

const MIN_N_PLUS_ONE = 5;

function compareParameters(group: readonly Query[], different: number): QueryGroup['parameters'] {
  if (different === 1) return group[0]!.parameters.length === 0 ? 'none' : 'all equal';
  return different < group.length ? 'some equal' : 'all different';
}

// The last earlier query with as many rows, else with more or an unknown number of rows.
function findParent(group: readonly Query[], queries: readonly Query[]): Query | undefined {
  const first = group[0]!;
  const before = queries.slice(0, queries.indexOf(first)).filter(({ sql }) => sql !== first.sql && readsData(sql));
  return (
    before.findLast(({ rows }) => rows === group.length) ??
    before.findLast(({ rows }) => rows === undefined || rows > group.length)
  );
}
