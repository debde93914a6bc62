import { getQueries, sumDurations } from '../findings/queries.ts';
import type { Query } from '../findings/queries.ts';
import { SLOW_QUERY_MS } from '../findings/query-findings.ts';
import { formatMilliseconds } from '../render/format.ts';
import { placeText, sqlText, toList } from './recorded-values.ts';
import type { Block, Panel, PanelLinks, PanelView } from './view-model.ts';
import { groupQueries } from './query-groups.ts';
import type { QueryGroup } from './query-groups.ts';
import { toOneLine, buildQueryRow } from './query-row.ts';
import { splitRows } from './row-ranges.ts';
import { column, metrics, note, numberColumn, table } from './blocks.ts';

/** Shows database queries, repeated queries and N+1 patterns, with their callers. */
export const databasePanel: Panel = {
  name: 'database',
  title: 'Database',
  view({ data }, links): PanelView | undefined {
    const queries = getQueries(toList(data.spans));
    const unwatched = findUnwatched(data.config?.['unwatched']).map((problem) => note('warning', problem));
    if (queries.length === 0) return unwatched.length === 0 ? undefined : { tone: 'warning', blocks: unwatched };
    const parts = splitRows(queries.length, MAX_QUERIES, 'database', links);
    const { from, count } = parts.range ?? { from: 0, count: 100 };
    const groups = groupQueries(queries);
    const firstRows = findFirstRows(queries, from);
    const slow = queries.filter(({ duration }) => duration >= SLOW_QUERY_MS).length;
    const failed = queries.some(({ error }) => error !== undefined);
    const hasWarning = groups.some(({ parentQuery: forEachRowOf }) => forEachRowOf) || slow > 0;
    return {
      count: queries.length,
      tone: failed ? 'bad' : hasWarning ? 'warning' : undefined,
      blocks: [
        ...unwatched,
        metrics([
          ['Queries', queries.length],
          ['Unique queries', new Set(queries.map(({ sql }) => sql)).size],
          ['Total time', formatMilliseconds(sumDurations(queries))],
          ['Slow', { text: slow, tone: slow > 0 ? 'warning' : undefined }, `${SLOW_QUERY_MS} ms or more`],
        ]),
        ...groups.map(buildGroupNote).filter((note) => note !== undefined),
        ...(groups.length > 0 ? [buildGroupTable(groups, links)] : []),
        ...parts.links,
        table(
          'Queries',
          [
            numberColumn('#', 's'),
            numberColumn('At (ms)', 's'),
            numberColumn('ms', 's'),
            numberColumn('Rows', 's'),
            'Statement',
          ],
          queries.map((query, index) =>
            buildQueryRow(query, {
              index,
              hasDetail: index >= from && index < from + count,
              isRepeated: (firstRows.get(query.sql) ?? index) < index,
              links,
            }),
          ),
          { range: parts.range },
        ),
      ],
    };
  },
};

/** Returns the lines about database libraries whose queries are missing. */
function findUnwatched(lines: unknown): readonly string[] {
  return typeof lines === 'string' ? lines.split('\n').filter((line) => /queries are not recorded/.test(line)) : [];
}

// Per page. Each row has collapsed details.
const MAX_QUERIES = 20;

// The first row of each statement on a page shows it.
function findFirstRows(queries: readonly Query[], from: number): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  queries.forEach(({ sql }, index) => {
    if (index >= from && !first.has(sql)) first.set(sql, index);
  });
  return first;
}

function buildGroupNote({ queries, time, parentQuery: forEachRowOf }: QueryGroup): Block | undefined {
  if (!forEachRowOf) return undefined;
  const [first] = queries;
  const from = first!.caller === undefined ? '' : ` from ${first!.caller}`;
  const parent = `${toOneLine(forEachRowOf.sql)}${forEachRowOf.caller === undefined ? '' : ` (${forEachRowOf.caller})`}`;
  return note(
    'warning',
    `N+1: ${queries.length} × ${toOneLine(first!.sql)}${from}, ${formatMilliseconds(time)}, once for each row of ${parent}`,
  );
}

function buildGroupTable(groups: readonly QueryGroup[], links: PanelLinks): Block {
  return table(
    'Repeated queries',
    [
      numberColumn('Count', 's'),
      numberColumn('Total time', 's'),
      column('Parameters', 'm'),
      column('Called from', 'm'),
      'Statement',
    ],
    groups.map(({ queries, time, parameters, parentQuery: forEachRowOf }) => ({
      cells: [
        queries.length,
        formatMilliseconds(time),
        parameters,
        placeText(queries[0]!.caller ?? '', links),
        sqlText(toOneLine(queries[0]!.sql)),
      ],
      tone: forEachRowOf ? 'warning' : undefined,
    })),
  );
}
