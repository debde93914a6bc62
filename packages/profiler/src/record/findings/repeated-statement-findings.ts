import { finding, milliseconds, quoted, nameOfQuery } from './facts.ts';
import type { Rule } from './facts.ts';
import type { SameStatements } from './same-statements.ts';
import type { Finding } from '../../profile/profile.ts';

/** Reports each query that ran once for each row of another query, with both queries and the caller. */
export const nPlusOneRule: Rule = ({ statements }) => {
  const loops = statements.filter(({ loop }) => loop === 'n1').slice(0, MAX_LOOPS);
  return loops.map((group) => describe('n1', 'N+1', group));
};

/** Reports each statement that wrote one row after the other. */
export const writeLoopRule: Rule = ({ statements }) => {
  const loops = statements.filter(({ loop }) => loop === 'write-loop').slice(0, MAX_LOOPS);
  return loops.map((group) => describe('write-loop', 'Loop of writes', group));
};

const MAX_LOOPS = 4;

function describe(code: 'n1' | 'write-loop', title: string, { queries, time, parent }: SameStatements): Finding {
  const { sql, caller } = queries[0]!;
  const from = caller === undefined ? '' : ` from ${caller}`;
  const after = parent === undefined ? '' : `, once for each row of ${quoted(nameOfQuery(parent.sql))}`;
  const text = `${title}: ${queries.length} × ${quoted(nameOfQuery(sql))}${from}${after} (${milliseconds(time)})`;
  return finding(code, 'warning', 'database', text);
}
