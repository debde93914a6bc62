import { finding, milliseconds, quoted } from './facts.ts';
import type { Facts, Query, Rule } from './facts.ts';
import { nameOfQuery } from './query-name.ts';

const LEAST = 5;

/** The same question asked once for each row of another: names both, and who asks. */
export const nPlusOneRule: Rule = (facts) => {
  const repeated = largestGroup(facts);
  if (!repeated) return undefined;
  const first = repeated[0]!;
  const time = repeated.reduce((sum, { duration }) => sum + Math.max(0, duration), 0);
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

function largestGroup({ queries }: Facts): readonly Query[] | undefined {
  const groups = Map.groupBy(
    queries.filter(({ shape }) => /^(?:select|with)\b/.test(shape)),
    ({ shape, caller }) => `${shape} ${caller ?? ''}`,
  );
  let largest: readonly Query[] | undefined;
  for (const group of groups.values()) {
    if (group.length < LEAST || group.length <= (largest?.length ?? 0)) continue;
    // The very same question every time is a matter of its own.
    if (new Set(group.map(({ sql, parameters }) => sql + JSON.stringify(parameters))).size >= LEAST || isUnknown(group))
      largest = group;
  }
  return largest;
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
