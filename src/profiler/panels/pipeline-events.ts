import type { ListenerCall } from '../../core/trace/trace.ts';
import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Block, PanelLinks, RowRange, Text } from './view-model.ts';
import { splitRowsByBytes, estimateRowBytes } from './row-ranges.ts';
import { codeText } from './recorded-values.ts';

/**
 * The events as lanes, in order; of very many listeners those of one part of the page, with the lanes they stand in.
 * @param ask what the links to the other parts ask beside
 * @param most bytes of the page that they may take
 */
export function buildEventTables(
  calls: readonly ListenerCall[],
  links: PanelLinks,
  ask: Readonly<Record<string, string>>,
  most: number,
): Block[] {
  const lanes = lanesOf(calls);
  const weights = lanes.flatMap((lane) =>
    lane.calls.map((call, index) => estimateRowBytes(cellsOf(call), MOST_CELL) + (index === 0 ? HEAD : 0)),
  );
  const parts = splitRowsByBytes(weights, most, 'pipeline', links, { ask, label: 'Listeners' });
  let at = 0;
  const drawn = lanes.map((lane) => {
    const block = laneBlock(lane, parts.part && within(parts.part, at, lane.calls.length));
    at += lane.calls.length;
    return block;
  });
  return [...parts.links, ...drawn];
}

// Bytes of the page.
const MOST_CELL = 3_000;
const HEAD = 420;

// What a part of all calls is of those of one lane.
function within({ from, count }: RowRange, at: number, length: number): RowRange {
  const [first, last] = [Math.max(from - at, 0), Math.min(from + count - at, length)];
  return { from: first, count: Math.max(0, last - first) };
}

interface Lane {
  readonly event: string;
  readonly calls: ListenerCall[];
}

// An event that happens twice, as when an error is answered, is two lanes.
function lanesOf(calls: readonly ListenerCall[]): Lane[] {
  const lanes: Lane[] = [];
  for (const call of calls) {
    const last = lanes.at(-1);
    const again = last?.calls.some(
      ({ listener, priority }) => listener === call.listener && priority === call.priority,
    );
    if (last?.event === call.event && again !== true) last.calls.push(call);
    else lanes.push({ event: call.event, calls: [call] });
  }
  return lanes;
}

function laneBlock({ event, calls }: Lane, part: RowRange | undefined): Block {
  const took = calls.reduce((sum, { duration }) => sum + duration, 0);
  return {
    kind: 'table',
    title: event,
    aside: `${formatCount(calls.filter(({ outcome }) => outcome !== 'no-listener').length, 'listener')} · ${formatMilliseconds(took)}`,
    part,
    cell: MOST_CELL,
    columns: [
      { label: 'Priority', number: true, size: 's' },
      { label: 'Listener', size: 'l' },
      { label: 'ms', number: true, size: 's' },
      { label: 'Outcome', size: 'l' },
      'Changed',
    ],
    rows: calls.map((call) => ({
      cells: cellsOf(call),
      tone: ROW_TONES[call.outcome],
    })),
  };
}

function cellsOf(call: ListenerCall): readonly Text[] {
  if (call.outcome === 'no-listener') return ['', { text: 'none is registered', tone: 'muted' }, '', 'dispatched', ''];
  return [call.priority, codeText(call.listener), tookText(call), outcomeText(call), changesText(call)];
}

// Who did nothing stands back.
const ROW_TONES = {
  called: undefined,
  threw: 'bad',
  skipped: 'muted',
  'not-reached': 'muted',
  'no-listener': 'muted',
} as const;

function tookText({ outcome, duration }: ListenerCall): Text {
  return outcome === 'called' || outcome === 'threw' ? { text: duration.toFixed(3), mono: true } : '';
}

function outcomeText({ outcome, stoppedBy }: ListenerCall): Text {
  if (outcome === 'not-reached')
    return stoppedBy === undefined ? 'not reached' : `not reached (stopped by ${stoppedBy})`;
  return outcome === 'skipped' ? 'skipped (not for this route)' : outcome;
}

function changesText({ changes }: ListenerCall): Text {
  if (changes === undefined || changes.length === 0) return '';
  return { text: changes.map((change) => change.replace(/^response header (?=\S)/, '')).join('\n'), mono: true };
}
