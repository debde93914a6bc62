import type { ListenerCall } from 'oriel-core/trace';
import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Block, Column, PanelLinks, RowRange, Text } from '../../profile/view-model.ts';
import { splitRowsByBytes, estimateRowBytes } from './row-ranges.ts';
import { codeText } from './value-text.ts';
import { column, numberColumn, table } from './blocks.ts';

export interface EventTableOptions {
  /** Whether the calls are listeners of an Oriel host, which have priorities and changes. */
  readonly isHost: boolean;
  /** Further parameters of the links to other ranges. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Maximum size of the tables in the page. */
  readonly maxBytes: number;
}

/** Returns a table per event, in order. A long pipeline is split into ranges of listeners. */
export function buildEventTables(
  calls: readonly ListenerCall[],
  links: PanelLinks,
  { isHost, parameters, maxBytes }: EventTableOptions,
): Block[] {
  const events = groupByEvent(calls, isHost);
  const sizes = events.flatMap((event) =>
    event.calls.map(
      (call, index) => estimateRowBytes(buildCells(call, isHost), MAX_CELL_BYTES) + (index === 0 ? HEADING_BYTES : 0),
    ),
  );
  const parts = splitRowsByBytes(sizes, maxBytes, 'pipeline', links, {
    parameters,
    label: isHost ? 'Listeners' : 'Calls',
  });
  let offset = 0;
  const drawn = events.map((event) => {
    const block = buildEventTable(
      event,
      isHost,
      parts.range && intersectRange(parts.range, offset, event.calls.length),
    );
    offset += event.calls.length;
    return block;
  });
  return [...parts.links, ...drawn];
}

// Sizes in the page.
const MAX_CELL_BYTES = 3_000;
const HEADING_BYTES = 420;

// Returns the part of a range of all calls that belongs to one event.
function intersectRange({ from, count }: RowRange, offset: number, length: number): RowRange {
  const [first, last] = [Math.max(from - offset, 0), Math.min(from + count - offset, length)];
  return { from: first, count: Math.max(0, last - first) };
}

interface EventCalls {
  readonly event: string;
  readonly calls: ListenerCall[];
}

// An event that happens twice, as when an error is answered, is two events. Middleware of a framework may have the same name.
function groupByEvent(calls: readonly ListenerCall[], isHost: boolean): EventCalls[] {
  const events: EventCalls[] = [];
  for (const call of calls) {
    const last = events.at(-1);
    const again =
      isHost && last?.calls.some(({ listener, priority }) => listener === call.listener && priority === call.priority);
    if (last?.event === call.event && again !== true) last.calls.push(call);
    else events.push({ event: call.event, calls: [call] });
  }
  return events;
}

function buildEventTable({ event, calls }: EventCalls, isHost: boolean, part: RowRange | undefined): Block {
  const totalMs = calls.reduce((sum, { duration }) => sum + duration, 0);
  return table(
    event,
    isHost ? HOST_COLUMNS : COLUMNS,
    calls.map((call) => ({
      cells: buildCells(call, isHost),
      tone: ROW_TONES[call.outcome],
    })),
    {
      titleNote: `${formatCount(calls.filter(({ outcome }) => outcome !== 'no-listener').length, isHost ? 'listener' : 'call')} · ${formatMilliseconds(totalMs)}`,
      range: part,
      maxCellBytes: MAX_CELL_BYTES,
    },
  );
}

const DURATION_COLUMN = numberColumn('ms', 's');
const HOST_COLUMNS: readonly Column[] = [
  numberColumn('Priority', 's'),
  column('Listener', 'l'),
  DURATION_COLUMN,
  column('Outcome', 'l'),
  'Changed',
];
const COLUMNS: readonly Column[] = ['Function', DURATION_COLUMN, column('Outcome', 'l')];

function buildCells(call: ListenerCall, isHost: boolean): readonly Text[] {
  if (!isHost) return [codeText(call.listener), formatDurationCell(call), formatOutcome(call)];
  if (call.outcome === 'no-listener') return ['', { text: 'no listeners', tone: 'muted' }, '', 'dispatched', ''];
  return [call.priority, codeText(call.listener), formatDurationCell(call), formatOutcome(call), formatChanges(call)];
}

const ROW_TONES = {
  called: undefined,
  threw: 'bad',
  skipped: 'muted',
  'not-reached': 'muted',
  'no-listener': 'muted',
} as const;

function formatDurationCell({ outcome, duration }: ListenerCall): Text {
  return outcome === 'called' || outcome === 'threw' ? { text: duration.toFixed(3), mono: true } : '';
}

function formatOutcome({ outcome, stoppedBy }: ListenerCall): Text {
  if (outcome === 'not-reached')
    return stoppedBy === undefined ? 'not reached' : `not reached (stopped by ${stoppedBy})`;
  return outcome === 'skipped' ? 'skipped (not for this route)' : outcome;
}

function formatChanges({ changes }: ListenerCall): Text {
  if (changes === undefined || changes.length === 0) return '';
  return { text: changes.map((change) => change.replace(/^response header (?=\S)/, '')).join('\n'), mono: true };
}
