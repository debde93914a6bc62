import type { ListenerCall } from '../../core/trace/trace.ts';
import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Block, PanelLinks, RowRange, Text } from './view-model.ts';
import { splitRowsByBytes, estimateRowBytes } from './row-ranges.ts';
import { codeText } from './recorded-values.ts';

/**
 * Returns a table per event, in order. A long pipeline is split into ranges of listeners.
 * @param parameters further parameters of the links to other ranges
 * @param maxBytes maximum size of the tables in the page
 */
export function buildEventTables(
  calls: readonly ListenerCall[],
  links: PanelLinks,
  parameters: Readonly<Record<string, string>>,
  maxBytes: number,
): Block[] {
  const events = groupByEvent(calls);
  const sizes = events.flatMap((each) =>
    each.calls.map(
      (call, index) => estimateRowBytes(buildCells(call), MAX_CELL_BYTES) + (index === 0 ? HEADING_BYTES : 0),
    ),
  );
  const parts = splitRowsByBytes(sizes, maxBytes, 'pipeline', links, { parameters, label: 'Listeners' });
  let at = 0;
  const drawn = events.map((each) => {
    const block = buildEventTable(each, parts.range && intersectRange(parts.range, at, each.calls.length));
    at += each.calls.length;
    return block;
  });
  return [...parts.links, ...drawn];
}

// Sizes in the page.
const MAX_CELL_BYTES = 3_000;
const HEADING_BYTES = 420;

// Returns the part of a range of all calls that belongs to one event.
function intersectRange({ from, count }: RowRange, at: number, length: number): RowRange {
  const [first, last] = [Math.max(from - at, 0), Math.min(from + count - at, length)];
  return { from: first, count: Math.max(0, last - first) };
}

interface EventCalls {
  readonly event: string;
  readonly calls: ListenerCall[];
}

// An event that happens twice, as when an error is answered, is two events.
function groupByEvent(calls: readonly ListenerCall[]): EventCalls[] {
  const events: EventCalls[] = [];
  for (const call of calls) {
    const last = events.at(-1);
    const again = last?.calls.some(
      ({ listener, priority }) => listener === call.listener && priority === call.priority,
    );
    if (last?.event === call.event && again !== true) last.calls.push(call);
    else events.push({ event: call.event, calls: [call] });
  }
  return events;
}

function buildEventTable({ event, calls }: EventCalls, part: RowRange | undefined): Block {
  const totalMs = calls.reduce((sum, { duration }) => sum + duration, 0);
  return {
    kind: 'table',
    title: event,
    titleNote: `${formatCount(calls.filter(({ outcome }) => outcome !== 'no-listener').length, 'listener')} · ${formatMilliseconds(totalMs)}`,
    range: part,
    maxCellBytes: MAX_CELL_BYTES,
    columns: [
      { label: 'Priority', number: true, size: 's' },
      { label: 'Listener', size: 'l' },
      { label: 'ms', number: true, size: 's' },
      { label: 'Outcome', size: 'l' },
      'Changed',
    ],
    rows: calls.map((call) => ({
      cells: buildCells(call),
      tone: ROW_TONES[call.outcome],
    })),
  };
}

function buildCells(call: ListenerCall): readonly Text[] {
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
