import { JSON } from 'oriel-core/builtins';
import { getQueries, sumDurations } from '../../record/findings/queries.ts';
import type { Query } from '../../record/findings/queries.ts';
import { addShapes, createKey, groupSameStatements } from '../../record/findings/same-statements.ts';
import type { SameStatements } from '../../record/findings/same-statements.ts';
import { SLOW_QUERY_MS } from '../../record/findings/query-findings.ts';
import { formatMilliseconds } from '../render/format.ts';
import { toList } from '../../profile/recorded-values.ts';
import { placeText, sqlText } from './value-text.ts';
import type { RecordedIndex } from '../../profile/recorded-operation.ts';
import type { Block, Panel, PanelLinks, PanelView } from '../../profile/view-model.ts';
import { toOneLine, buildQueryRow } from './query-row.ts';
import { splitRows } from './row-ranges.ts';
import { column, metrics, note, numberColumn, table } from './blocks.ts';

/** Shows database queries, repeated queries and N+1 patterns, with their callers. */
export const databasePanel: Panel = {
  name: 'database',
  title: 'Database',
  view({ data }, links): PanelView | undefined {
    const missing = toList(data.run?.missingIndexes).slice(0, MAX_NOTES);
    const queries = addShapes(getQueries(toList(data.spans)));
    const unwatched = findUnwatched(data.config?.['unwatched']).map((problem) => note('warning', problem));
    if (queries.length === 0) return unwatched.length === 0 ? undefined : { tone: 'warning', blocks: unwatched };
    const parts = splitRows(queries.length, MAX_QUERIES, 'database', links);
    const { from, count } = parts.range ?? { from: 0, count: 100 };
    const groups = groupSameStatements(queries);
    const firstRows = findFirstRows(queries, from);
    const slow = queries.filter(({ duration }) => duration >= SLOW_QUERY_MS).length;
    const failed = queries.some(({ error }) => error !== undefined);
    const hasWarning = groups.some(({ loop }) => loop) || slow > 0;
    return {
      count: queries.length,
      tone: failed ? 'bad' : hasWarning ? 'warning' : undefined,
      blocks: [
        ...unwatched,
        metrics([
          ['Queries', queries.length + (data.dropped?.['db'] ?? 0)],
          ['Unique queries', new Set(queries.map(({ shape }) => shape.text)).size],
          ['Total time', formatMilliseconds(sumDurations(queries))],
          ['Slow', { text: slow, tone: slow > 0 ? 'warning' : undefined }, `${SLOW_QUERY_MS} ms or more`],
        ]),
        ...missing.flatMap((index) => buildIndexBlocks(index, slow > 0)),
        ...groups
          .filter(({ loop }) => loop)
          .slice(0, MAX_NOTES)
          .map(buildLoopNote),
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
              isRepeated: (firstRows.get(createKey(query.sql)) ?? index) < index,
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
    const key = createKey(sql);
    if (index >= from && !first.has(key)) first.set(key, index);
  });
  return first;
}

const MAX_NOTES = 10;
const MAX_GROUPS = 50;

function buildIndexBlocks({ use, table: name, columns, statement }: RecordedIndex, isSlow: boolean): Block[] {
  const tone = isSlow ? 'warning' : 'info';
  if (statement === undefined)
    return [
      note(
        tone,
        `No index can serve ${use}: the database reads and sorts all rows of ${name} by ${columns}. Filter the list, or copy the column to ${name} and sort by it`,
      ),
    ];
  const text = `No index for ${use}: the database may read all rows of ${name}. Create one on ${columns}`;
  return [note(tone, text), { kind: 'code', text: statement, language: 'sql', copy: true }];
}

function buildLoopNote({ queries, time, loop, parent }: SameStatements): Block {
  const { sql, caller } = queries[0]!;
  const from = caller === undefined ? '' : ` from ${caller}`;
  const title = loop === 'n1' ? 'N+1' : 'Loop of writes';
  const text = `${title}: ${queries.length} × ${toOneLine(sql)}${from}, ${formatMilliseconds(time)}`;
  if (parent === undefined) return note('warning', text);
  const parentCaller = parent.caller === undefined ? '' : ` (${parent.caller})`;
  return note('warning', `${text}, once for each row of ${toOneLine(parent.sql)}${parentCaller}`);
}

function buildGroupTable(groups: readonly SameStatements[], links: PanelLinks): Block {
  return table(
    groups.length > MAX_GROUPS ? `Repeated queries, ${MAX_GROUPS} of ${groups.length}` : 'Repeated queries',
    [
      numberColumn('Count', 's'),
      numberColumn('Total time', 's'),
      column('Parameters', 'm'),
      column('Called from', 'm'),
      'Statement',
    ],
    groups.slice(0, MAX_GROUPS).map(({ queries, time, loop }) => ({
      cells: [
        queries.length,
        formatMilliseconds(time),
        compareParameters(queries),
        placeText(queries[0]!.caller ?? '', links),
        sqlText(toOneLine(queries[0]!.sql)),
      ],
      tone: loop ? 'warning' : undefined,
    })),
  );
}

// Values may be parameters or a part of the statement.
function compareParameters(queries: SameStatements['queries']): string {
  const different = new Set(queries.map(({ sql, parameters }) => createKey(JSON.stringify([sql, parameters])))).size;
  if (different === 1) return queries[0]!.parameters.length === 0 ? 'none' : 'all equal';
  return different < queries.length ? 'some equal' : 'all different';
}
