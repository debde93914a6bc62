import { counted, milliseconds } from '../render/blocks-text.ts';
import type { Block, Panel, PanelView, Text } from '../view-model.ts';
import { groupsOf, queriesOf, timeOf } from './query-groups.ts';
import type { Query, QueryGroup } from './query-groups.ts';
import { listOf, mono, shown } from './recorded.ts';
import { runnableSql } from './sql-copy.ts';

/** What the database was asked, what was asked again and again, and by whom. */
export const databasePanel: Panel = {
  name: 'database',
  title: 'Database',
  view({ data }): PanelView | undefined {
    const queries = queriesOf(listOf(data.spans));
    if (queries.length === 0) return undefined;
    const groups = groupsOf(queries);
    const slow = queries.filter(({ duration }) => duration >= SLOW).length;
    const failed = queries.some(({ error }) => error !== undefined);
    const stands = groups.some(({ forEachRowOf }) => forEachRowOf) || slow > 0;
    return {
      count: queries.length,
      tone: failed ? 'bad' : stands ? 'warning' : undefined,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Queries', value: queries.length },
            { label: 'Different statements', value: new Set(queries.map(({ sql }) => sql)).size },
            { label: 'Time', value: milliseconds(timeOf(queries)) },
            {
              label: 'Slow',
              value: { text: slow, tone: slow > 0 ? 'warning' : undefined },
              hint: `${SLOW} ms and more`,
            },
          ],
        },
        ...groups.map(groupNote).filter((note) => note !== undefined),
        ...(groups.length > 0 ? [groupsBlock(groups)] : []),
        {
          kind: 'table',
          title: 'Queries',
          columns: ['#', 'At (ms)', 'ms', 'Rows', 'Statement'],
          rows: queries.map(rowOf),
        },
      ],
    };
  },
};

const SLOW = 100;

function groupNote({ queries, time, forEachRowOf }: QueryGroup): Block | undefined {
  if (!forEachRowOf) return undefined;
  const [first] = queries;
  const from = first!.caller === undefined ? '' : ` from ${first!.caller}`;
  const parent = `${oneLine(forEachRowOf.sql)}${forEachRowOf.caller === undefined ? '' : ` (${forEachRowOf.caller})`}`;
  return {
    kind: 'note',
    tone: 'warning',
    text: `N+1: ${queries.length} × ${oneLine(first!.sql)}${from}, ${milliseconds(time)}, once for each row of ${parent}`,
  };
}

function groupsBlock(groups: readonly QueryGroup[]): Block {
  return {
    kind: 'table',
    title: 'Asked more than once',
    columns: ['Times', 'Together', 'Same parameters', 'Asked by', 'Statement'],
    rows: groups.map(({ queries, time, isRepeated, forEachRowOf }) => ({
      cells: [
        queries.length,
        milliseconds(time),
        isRepeated ? 'yes' : 'no',
        mono(queries[0]!.caller ?? ''),
        mono(oneLine(queries[0]!.sql)),
      ],
      tone: forEachRowOf ? 'warning' : undefined,
    })),
  };
}

function rowOf(
  { id, sql, parameters, rows, caller, start, duration, error }: Query,
  index: number,
): Extract<Block, { kind: 'table' }>['rows'][number] {
  const isSlow = duration >= SLOW;
  const took: Text = {
    text: `${duration.toFixed(2)}${isSlow ? ' slow' : ''}`,
    mono: true,
    tone: isSlow ? 'warning' : undefined,
  };
  return {
    id: `query-${id}`,
    cells: [index + 1, start.toFixed(2), took, rows ?? '', mono(oneLine(sql))],
    tone: error !== undefined ? 'bad' : isSlow ? 'warning' : undefined,
    detail: [
      ...(error === undefined ? [] : [{ kind: 'note', tone: 'bad', text: error } as const]),
      { kind: 'code', title: 'Statement', language: 'sql', text: sql, copy: true },
      ...(parameters.length === 0 ? [] : parameterBlocks(sql, parameters)),
      ...(caller === undefined ? [] : [{ kind: 'facts', rows: [['Asked by', mono(caller)]] } as const]),
    ],
  };
}

function parameterBlocks(sql: string, parameters: readonly unknown[]): Block[] {
  const runnable = runnableSql(sql, parameters);
  return [
    {
      kind: 'facts',
      title: counted(parameters.length, 'parameter'),
      rows: parameters.map((value, index) => [String(index + 1), mono(shown(value))]),
    },
    ...(runnable === undefined
      ? []
      : [
          {
            kind: 'code',
            title: 'With its parameters, to try it',
            language: 'sql',
            text: runnable,
            copy: true,
          } as const,
        ]),
  ];
}

function oneLine(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
