import type { Block, Column, PanelLinks, Row, Table, Text } from '../../profile/view-model.ts';
import { column, note, numberColumn, table } from '../panels/blocks.ts';
import { estimateRowBytes } from '../panels/row-ranges.ts';
import { codeText, placeText } from '../panels/value-text.ts';
import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Comparison } from './comparison.ts';
import { ASPECTS, isListAspect, isWorkAspect } from './difference.ts';
import type { Aspect, Difference } from './difference.ts';

/**
 * Returns a comparison as blocks: the verdict, one row for each difference, and what was not compared.
 * @param maxBytes the maximum size of the rows in a page; JSON and Markdown have all rows
 */
export function buildComparisonBlocks(
  comparison: Comparison,
  links: PanelLinks,
  maxBytes: number = Number.POSITIVE_INFINITY,
): Block[] {
  const { verdict, differences, omitted } = comparison;
  const isSame = differences.length === 0;
  const isOtherResponse = differences.some(({ aspect }) => ['status', 'exception', 'body'].includes(aspect));
  let bytes = maxBytes;
  let hidden = 0;
  const tables = (Object.keys(ASPECTS) as Aspect[]).flatMap((aspect) => {
    const rows = differences
      .filter((difference) => difference.aspect === aspect)
      .map((difference) => buildRow(difference, links));
    if (rows.length === 0) return [];
    const sizes = rows.map(({ cells }) => (bytes -= estimateRowBytes(cells, Number.POSITIVE_INFINITY)));
    const shown = sizes.filter((rest) => rest >= 0).length;
    hidden += rows.length - shown;
    const range = shown < rows.length ? { range: { from: 0, count: shown } } : {};
    return [buildTable(aspect, comparison, rows, range)];
  });
  const unlisted = hidden + omitted;
  return [
    note(isSame ? 'good' : isOtherResponse ? 'warning' : 'info', verdict),
    ...tables,
    ...(unlisted > 0
      ? [
          note(
            'muted',
            `${omitted > 0 ? 'At least ' : ''}${formatCount(unlisted, 'more difference')} not shown${hidden > 0 ? '; the Markdown has more' : ''}.`,
          ),
        ]
      : []),
    ...buildNotes(comparison),
  ];
}

const COLUMNS: readonly Column[] = [column('Change', 's'), column('What', 'l'), 'Value'];
const WORK_COLUMNS: readonly Column[] = [
  column('Change', 's'),
  'What',
  column('Value', 'm'),
  column('From', 'l'),
  numberColumn('Time', 'm'),
];
const LINE_COLUMNS: readonly Column[] = [column('Change', 's'), 'What'];
const SIGNS = {
  added: { text: '+', tone: 'good', title: 'Only after' },
  removed: { text: '−', tone: 'bad', title: 'Only before' },
  changed: { text: '≠', tone: 'warning', title: 'Changed' },
} as const;
function buildTable(aspect: Aspect, { counts }: Comparison, rows: readonly Row[], range: Pick<Table, 'range'>): Block {
  const { title } = ASPECTS[aspect];
  if (!isWorkAspect(aspect)) return table(title, isListAspect(aspect) ? LINE_COLUMNS : COLUMNS, rows, range);
  const [before, after] = counts[aspect];
  return table(`${title} ${before} → ${after}`, WORK_COLUMNS, rows, { ...range, titleNote: ASPECTS[aspect].noun });
}

function buildRow(difference: Difference, links: PanelLinks): Row {
  const { aspect, kind, path, before, after, rows, caller, milliseconds, shape } = difference;
  const name = path === '' ? ASPECTS[aspect].title.toLowerCase() : path;
  const what: Text = {
    text: rows === undefined ? name : `${name} in ${formatCount(rows, 'row')}`,
    mono: true,
    ...(shape === undefined ? {} : { title: shape.slice(0, MAX_TITLE_LENGTH) }),
  };
  const value = [before, after].filter((text) => text !== undefined).join(' → ');
  if (isListAspect(aspect)) return { cells: [SIGNS[kind], codeText(value === '' ? name : `${name}: ${value}`)] };
  const cells: Text[] = [SIGNS[kind], what, codeText(value)];
  if (isWorkAspect(aspect)) cells.push(placeText(caller ?? '', links), formatMilliseconds(milliseconds ?? 0));
  return { cells };
}

const MAX_TITLE_LENGTH = 300;
const MAX_PATHS = 20;

function buildNotes({ ignoredHeaders, ignoredPaths, movedFiles, notCompared }: Comparison): Block[] {
  const { varying, connection, body } = ignoredHeaders;
  const list = (names: readonly string[], one: string, many: string): string[] =>
    names.length === 0 ? [] : [`${names.join(', ')} (${names.length === 1 ? `it ${one}` : `they ${many}`})`];
  const phrases = [
    ...notCompared,
    ...list(varying, 'differs in every request of this route', 'differ in every request of this route'),
    ...list(
      ignoredPaths.slice(0, MAX_PATHS).map((path) => `${path} of the body`),
      'differs in every response to this request',
      'differ in every response to this request',
    ),
    ...list(
      movedFiles.slice(0, MAX_PATHS).map((file) => `lines of ${file}`),
      'moved together',
      'moved together',
    ),
    ...list(connection, 'belongs to the connection', 'belong to the connection'),
    ...list(body, 'follows the body', 'follow the body'),
  ];
  return phrases.length === 0
    ? []
    : [note(notCompared.length === 0 ? 'muted' : 'warning', `Not compared: ${phrases.join('; ')}`)];
}
