import { finding, quoted, totalTime } from './facts.ts';
import type { Query, Rule } from './facts.ts';
import { nameOfQuery } from './query-name.ts';

const LEAST = 3;

/** The very same question asked again although nothing was written in between. Twice happens; three times is a habit. */
export const duplicateQueriesRule: Rule = ({ queries }) => {
  if (queries.length < LEAST) return undefined;
  const asked = new Map<string, Query[]>();
  let most: readonly Query[] = [];
  for (const query of queries) {
    if (WRITES.test(query.shape)) asked.clear();
    if (!/^(?:select|with)\b/.test(query.shape)) continue;
    // Without its parameters nobody can tell whether it was the same.
    if (query.parameters.length === 0 && /[?$]/.test(query.sql)) continue;
    const key = JSON.stringify([query.sql, query.parameters]);
    const same = asked.get(key) ?? [];
    same.push(query);
    asked.set(key, same);
    if (same.length > most.length || (same.length === most.length && totalTime(same) > totalTime(most))) most = same;
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

const WRITES =
  /^(?:insert|update|delete|replace|merge|truncate|alter|drop|create|call)\b|^with\b.*\b(?:insert|update|delete)\b/;
