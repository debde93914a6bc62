import { finding, quoted, nameOfQuery, milliseconds } from './facts.ts';
import type { Rule } from './facts.ts';
import { sumDurations } from './queries.ts';
import { readParameters } from './same-statements.ts';
import type { ShapedQuery } from './same-statements.ts';
import { changesData, readsData } from './statement-kind.ts';
import { JSON } from '../../core/builtins/globals.ts';

const LEAST = 3;

/** Reports the same query with the same parameters at least three times, without a write in between. */
export const duplicateQueriesRule: Rule = ({ queries, statements }) => {
  if (queries.length < LEAST) return undefined;
  const inLoop = new Set(statements.flatMap((group) => (group.loop === 'n1' ? group.queries : [])));
  const reads = new Map<string, ShapedQuery[]>();
  let most: readonly ShapedQuery[] = [];
  for (const query of queries) {
    if (changesData(query.shape.text)) reads.clear();
    if (!readsData(query.shape.text) || inLoop.has(query)) continue;
    // Queries whose parameters are unknown may differ.
    const key = readParameters(query);
    if (key === undefined) continue;
    const same = reads.get(key) ?? [];
    same.push(query);
    reads.set(key, same);
    if (same.length > most.length || (same.length === most.length && sumDurations(same) > sumDurations(most)))
      most = same;
  }
  if (most.length < LEAST) return undefined;
  const { sql, caller } = most[0]!;
  const from = caller === undefined ? '' : ` from ${caller}`;
  return finding(
    'duplicate-queries',
    'warning',
    'database',
    `The same query ran ${most.length} times with the same parameters: ${quoted(nameOfQuery(sql))}${from}`,
  );
};

/** The duration in milliseconds from which a query counts as slow, in findings and in the database panel. */
export const SLOW_QUERY_MS = 50;

/** Reports the slowest query. */
export const slowQueryRule: Rule = ({ queries }) => {
  const slow = queries.filter(({ duration }) => duration >= SLOW_QUERY_MS).sort((a, b) => b.duration - a.duration);
  const [slowest, ...others] = slow;
  if (!slowest) return undefined;
  const from = slowest.caller === undefined ? '' : ` from ${slowest.caller}`;
  const more = others.length === 0 ? '' : `, and ${others.length} more of at least ${SLOW_QUERY_MS} ms`;
  return finding(
    'slow-query',
    'warning',
    'database',
    `Slow query: ${quoted(nameOfQuery(slowest.sql))} took ${milliseconds(slowest.duration)}${from}${more}`,
  );
};
