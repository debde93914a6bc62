import { finding, quoted, nameOfQuery, milliseconds, rule } from './facts.ts';
import type { Rule } from './facts.ts';
import type { Finding } from '../../profile/profile.ts';
import { sumDurations } from './queries.ts';
import { readParameters } from './same-statements.ts';
import type { SameStatements, ShapedQuery } from './same-statements.ts';
import { changesData, readsData } from './statement-kind.ts';

const LEAST = 3;

/** Reports the same query with the same parameters at least three times, without a write in between. */
export const duplicateQueriesRule = rule('duplicate-queries', 'warning', 'database', ({ queries, statements }) => {
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
  return `The same query ran ${most.length} times with the same parameters: ${quoted(nameOfQuery(sql))}${from}`;
});

/** Reports the first query that failed. The others may have failed because of it. */
export const failedQueryRule: Rule = ({ queries, summary: { status } }) => {
  const failed = queries.filter(({ error }) => error !== undefined);
  const first = failed.find(({ error }) => !CONSEQUENCE.test(error!)) ?? failed[0];
  if (first === undefined) return undefined;
  const { sql, caller, error } = first;
  const from = caller === undefined ? '' : ` from ${caller}`;
  const more = failed.length === 1 ? '' : `, and ${failed.length - 1} more`;
  const text = `Failed query: ${quoted(nameOfQuery(sql))}${from}: ${error!.replace(/\s+/g, ' ').slice(0, 200)}${more}`;
  return finding('failed-query', getSeverity(status, error!), 'database', text);
};

// Applications let the database find duplicates, and respond with 409 or with the existing row.
function getSeverity(status: number, error: string): Finding['severity'] {
  if (status >= 500 || status === 0) return 'error';
  return CONSTRAINT.test(error) ? 'info' : 'warning';
}

const CONSEQUENCE = /current transaction is aborted/i;
const CONSTRAINT = /\b(?:unique|duplicate|foreign key|constraint)\b|E11000/i;

/** The duration in milliseconds from which a query counts as slow, in findings and in the database panel. */
export const SLOW_QUERY_MS = 50;

/** Reports the slowest query. */
export const slowQueryRule = rule('slow-query', 'warning', 'database', ({ queries }) => {
  const slow = queries.filter(({ duration }) => duration >= SLOW_QUERY_MS).sort((a, b) => b.duration - a.duration);
  const [slowest, ...others] = slow;
  if (!slowest) return undefined;
  const from = slowest.caller === undefined ? '' : ` from ${slowest.caller}`;
  const more = others.length === 0 ? '' : `, and ${others.length} more of at least ${SLOW_QUERY_MS} ms`;
  return `Slow query: ${quoted(nameOfQuery(slowest.sql))} took ${milliseconds(slowest.duration)}${from}${more}`;
});

/** Reports each query that ran once for each row of another query, with both queries and the caller. */
export const nPlusOneRule: Rule = ({ statements }) => {
  const loops = statements.filter(({ loop }) => loop === 'n1').slice(0, MAX_LOOPS);
  return loops.map((group) => describeLoop('n1', 'N+1', group));
};

/** Reports each statement that wrote one row after the other. */
export const writeLoopRule: Rule = ({ statements }) => {
  const loops = statements.filter(({ loop }) => loop === 'write-loop').slice(0, MAX_LOOPS);
  return loops.map((group) => describeLoop('write-loop', 'Loop of writes', group));
};

const MAX_LOOPS = 4;

function describeLoop(code: 'n1' | 'write-loop', title: string, { queries, time, parent }: SameStatements): Finding {
  const { sql, caller } = queries[0]!;
  const from = caller === undefined ? '' : ` from ${caller}`;
  const after = parent === undefined ? '' : `, once for each row of ${quoted(nameOfQuery(parent.sql))}`;
  const text = `${title}: ${queries.length} × ${quoted(nameOfQuery(sql))}${from}${after} (${milliseconds(time)})`;
  return finding(code, 'warning', 'database', text);
}
