import { finding, milliseconds, quoted, nameOfQuery } from './facts.ts';
import type { Facts, ShapedQuery, Rule } from './facts.ts';
import { sumDurations } from './queries.ts';
import { readsData } from './statement-kind.ts';
import { JSON } from '../../core/builtins/globals.ts';

const LEAST = 5;

/** Reports a query that ran once for each row of another query, with both queries and the caller. */
export const nPlusOneRule: Rule = (facts) => {
  const repeated = longestGroup(facts);
  if (!repeated) return undefined;
  const first = repeated[0]!;
  const time = sumDurations(repeated);
  const caller = first.caller === undefined ? '' : ` from ${first.caller}`;
  const parent = parentOf(first, repeated.length, facts.queries);
  const after = parent === undefined ? '' : `, once for each row of ${quoted(nameOfQuery(parent.sql))}`;
  return finding(
    'n1',
    'warning',
    'database',
    `N+1: ${repeated.length} × ${quoted(nameOfQuery(first.sql))}${caller}${after} (${milliseconds(time)})`,
  );
};

// Returns the group with the longest total time, as the database panel sorts them; of equal times the one with more queries.
function longestGroup({ queries }: Facts): readonly ShapedQuery[] | undefined {
  const groups = Map.groupBy(
    queries.filter(({ shape }) => readsData(shape)),
    ({ shape, caller }) => `${shape} ${caller ?? ''}`,
  );
  let longest: readonly ShapedQuery[] | undefined;
  let most = -1;
  for (const group of groups.values()) {
    const time = sumDurations(group);
    if (group.length < LEAST || time < most || (time === most && group.length <= longest!.length)) continue;
    // Repeating the same query with the same parameters is the finding `duplicate-queries`.
    if (new Set(group.map(({ sql, parameters }) => sql + JSON.stringify(parameters))).size < LEAST && !isUnknown(group))
      continue;
    [longest, most] = [group, time];
  }
  return longest;
}

// Adapters may not record parameters.
function isUnknown(group: readonly ShapedQuery[]): boolean {
  return group.every(({ parameters, sql }) => parameters.length === 0 && /[?$]/.test(sql));
}

function parentOf(first: ShapedQuery, times: number, queries: readonly ShapedQuery[]): ShapedQuery | undefined {
  const before = queries
    .slice(0, queries.indexOf(first))
    .filter(({ shape }) => shape !== first.shape && readsData(shape));
  // The query that returned as many rows; otherwise the last one with enough rows or an unknown number of rows.
  return (
    before.findLast(({ rows }) => rows === times) ?? before.findLast(({ rows }) => rows === undefined || rows >= times)
  );
}
