import { finding, milliseconds, quoted, totalTime } from './facts.ts';
import type { Facts, Query, Rule } from './facts.ts';
import { nameOfQuery } from './query-name.ts';

const LEAST = 5;

/** The same question asked once for each row of another: names both, and who asks. */
export const nPlusOneRule: Rule = (facts) => {
  const repeated = longestGroup(facts);
  if (!repeated) return undefined;
  const first = repeated[0]!;
  const time = totalTime(repeated);
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

// The group that took the longest in total, as the database panel ranks them; of equal times the one with more queries.
function longestGroup({ queries }: Facts): readonly Query[] | undefined {
  const groups = Map.groupBy(
    queries.filter(({ shape }) => /^(?:select|with)\b/.test(shape)),
    ({ shape, caller }) => `${shape} ${caller ?? ''}`,
  );
  let longest: readonly Query[] | undefined;
  let most = -1;
  for (const group of groups.values()) {
    const time = totalTime(group);
    if (group.length < LEAST || time < most || (time === most && group.length <= longest!.length)) continue;
    // The very same question every time is a matter of its own.
    if (new Set(group.map(({ sql, parameters }) => sql + JSON.stringify(parameters))).size < LEAST && !isUnknown(group))
      continue;
    [longest, most] = [group, time];
  }
  return longest;
}

// Adapters may keep parameters to themselves.
function isUnknown(group: readonly Query[]): boolean {
  return group.every(({ parameters, sql }) => parameters.length === 0 && /[?$]/.test(sql));
}

function parentOf(first: Query, times: number, queries: readonly Query[]): Query | undefined {
  const before = queries
    .slice(0, queries.indexOf(first))
    .filter(({ shape }) => shape !== first.shape && /^(?:select|with)\b/.test(shape));
  // The one that gave as many rows; else the last, if it did not say how many it gave.
  return (
    before.findLast(({ rows }) => rows === times) ?? before.findLast(({ rows }) => rows === undefined || rows >= times)
  );
}
