import type { Decision, ListenerCall, Span } from 'oriel-core/trace';
import { formatMilliseconds } from '../render/format.ts';
import type { Block, Panel, PanelLinks, PanelView } from '../../profile/view-model.ts';
import { frameworkName } from './framework.ts';
import { getNamedCalls } from './named-calls.ts';
import { splitRowsByBytes, estimateRowBytes } from './row-ranges.ts';
import { buildEventTables } from './pipeline-events.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeOr, codeText, formatValue } from './value-text.ts';
import { column, metrics, numberColumn, table } from './blocks.ts';

/**
 * Shows the listeners of each event with outcome, duration and changes, all decisions, and forwarded requests; for other
 * frameworks their middleware, hooks and handlers.
 */
export const pipelinePanel: Panel = {
  name: 'pipeline',
  title: 'Pipeline',
  view({ data }, links): PanelView | undefined {
    const calls = getNamedCalls(data);
    const decisions = toList(data.decisions);
    if (calls.length === 0 && decisions.length === 0) return undefined;
    // Links to a range of one list preserve the ranges of the other two.
    const otherRanges = (name: string): Record<string, string> =>
      Object.fromEntries(
        LISTS.map((list) => [list, links.parameters?.[list] ?? '']).filter(
          ([other, value]) => other !== name && /^\d{1,6}$/.test(value!),
        ),
      ) as Record<string, string>;
    const forwards = buildForwardedTable(toList(data.spans), links, otherRanges('forwards'));
    const decided = buildDecisionTable(decisions, links, otherRanges('decisions'));
    const count = (outcome: ListenerCall['outcome']): number => calls.filter((call) => call.outcome === outcome).length;
    const threw = count('threw');
    const isHost = frameworkName(data) === undefined;
    return {
      count: count('called') + threw,
      tone: threw > 0 ? 'bad' : undefined,
      blocks: [
        metrics([
          ['Called', count('called')],
          isHost && ['Skipped', count('skipped'), 'The listener does not apply to this route'],
          isHost && ['Not reached', count('not-reached'), 'Propagation of the event was stopped'],
          threw > 0 && ['Threw', { text: threw, tone: 'bad' }],
        ]),
        ...forwards.blocks,
        ...decided.blocks,
        ...buildEventTables(calls, links, {
          isHost,
          parameters: otherRanges('part'),
          maxBytes: MAX_BYTES - forwards.bytes - decided.bytes,
        }),
      ],
    };
  },
};

const LISTS = ['forwards', 'decisions', 'part'];

type Parameters = Readonly<Record<string, string>>;
type Table = Extract<Block, { kind: 'table' }>;

// Listeners of a forwarded request are in the tables below, its spans on the timeline.
function buildForwardedTable(spans: readonly Span[], links: PanelLinks, parameters: Parameters): SplitTable {
  const forwards = spans.filter(({ kind, details }) => kind === 'kernel' && details?.['forwarded'] !== undefined);
  const rows = forwards.map(({ duration, details }, index) => ({
    cells: [
      index + 1,
      {
        text: `${formatValue(details!['forwarded'])} ${formatValue(details!['target'])}`,
        mono: true,
        href: links.panel('timeline'),
      },
      codeOr(details!['route'], 'none'),
      details!['status'] === undefined ? '' : formatValue(details!['status']),
      formatMilliseconds(duration),
    ],
  }));
  const forwarded = table(
    'Forwarded requests',
    [numberColumn('#', 's'), 'Request', 'Route', numberColumn('Status'), DURATION_COLUMN],
    rows,
  );
  return splitTable(forwarded, MAX_FORWARDED_BYTES, links, { parameters, name: 'forwards' });
}

const DURATION_COLUMN = numberColumn('Duration');

function buildDecisionTable(decisions: readonly Decision[], links: PanelLinks, parameters: Parameters): SplitTable {
  const decided = table(
    'Decisions',
    [column('Subject', 'm'), column('Outcome', 'l'), 'Reason'],
    decisions.map(({ subject, outcome, because }) => ({ cells: [subject, codeText(outcome), because] })),
  );
  return splitTable(decided, MAX_DECISION_BYTES, links, { parameters, name: 'decisions' });
}

// Sizes in the page: of all three lists, of the first two, and of a cell.
const MAX_BYTES = 20_000;
const MAX_FORWARDED_BYTES = 4_000;
const MAX_DECISION_BYTES = 5_000;
const MAX_CELL_BYTES = 1_000;

interface SplitTable {
  readonly blocks: readonly Block[];
  /** Estimated size in the page of the largest range. */
  readonly bytes: number;
}

function splitTable(
  table: Table,
  maxBytes: number,
  links: PanelLinks,
  options: { parameters: Parameters; name: string },
): SplitTable {
  if (table.rows.length === 0) return { blocks: [], bytes: 0 };
  const sizes = table.rows.map(({ cells }) => estimateRowBytes(cells, MAX_CELL_BYTES));
  const { range: part, links: others } = splitRowsByBytes(sizes, maxBytes, 'pipeline', links, {
    ...options,
    label: table.title!,
  });
  // Independent of the current range, so that the ranges of the other lists do not change with it.
  const bytes = Math.min(
    maxBytes,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  return { blocks: [...others, { ...table, range: part, maxCellBytes: MAX_CELL_BYTES }], bytes };
}
