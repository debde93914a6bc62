import type { Decision, ListenerCall, Span } from '../../trace/index.ts';
import { counted, milliseconds } from '../render/blocks-text.ts';
import type { Block, Panel, PanelLinks, PanelView, Text } from '../view-model.ts';
import { listOf, mono, shown } from './recorded.ts';

/** The events as lanes, in order: who was called, who was not and why, how long it took, and what each one changed. */
export const pipelinePanel: Panel = {
  name: 'pipeline',
  title: 'Pipeline',
  view({ data }, links): PanelView | undefined {
    const calls = listOf(data.pipeline);
    const decisions = listOf(data.decisions);
    if (calls.length === 0 && decisions.length === 0) return undefined;
    const number = (outcome: ListenerCall['outcome']): number =>
      calls.filter((call) => call.outcome === outcome).length;
    const threw = number('threw');
    return {
      count: number('called') + threw,
      tone: threw > 0 ? 'bad' : undefined,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Called', value: number('called') },
            { label: 'Skipped', value: number('skipped'), hint: 'The listener does not apply to this route' },
            { label: 'Not reached', value: number('not-reached'), hint: 'The event was stopped before' },
            ...(threw > 0 ? [{ label: 'Threw', value: { text: threw, tone: 'bad' } as Text }] : []),
          ],
        },
        ...forwardedBlocks(listOf(data.spans), links),
        ...(decisions.length > 0 ? [decisionsBlock(decisions)] : []),
        ...lanesOf(calls).map(laneBlock),
      ],
    };
  },
};

// A forwarded request is a part of this one: its listeners stand in the lanes below, its work on the timeline.
function forwardedBlocks(spans: readonly Span[], links: PanelLinks): Block[] {
  const forwards = spans.filter(({ kind, details }) => kind === 'kernel' && details?.['forwarded'] !== undefined);
  if (forwards.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Forwarded requests',
      columns: [{ label: '#', number: true, size: 's' }, 'Request', 'Route', { label: 'Status', number: true }, TOOK],
      rows: forwards.map(({ duration, details }, index) => ({
        cells: [
          index + 1,
          {
            text: `${shown(details!['forwarded'])} ${shown(details!['target'])}`,
            mono: true,
            href: links.panel('timeline'),
          },
          details!['route'] === undefined ? { text: 'none', tone: 'muted' } : mono(details!['route']),
          details!['status'] === undefined ? '' : shown(details!['status']),
          milliseconds(duration),
        ],
      })),
    },
  ];
}

const TOOK = { label: 'Took', number: true } as const;

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

function laneBlock({ event, calls }: Lane): Block {
  const took = calls.reduce((sum, { duration }) => sum + duration, 0);
  return {
    kind: 'table',
    title: event,
    aside: `${counted(calls.length, 'listener')} · ${milliseconds(took)}`,
    columns: [
      { label: 'Priority', number: true, size: 's' },
      { label: 'Listener', size: 'l' },
      { label: 'ms', number: true, size: 's' },
      { label: 'Outcome', size: 'l' },
      'Changed',
    ],
    rows: calls.map((call) => ({
      cells: [call.priority, mono(call.listener), tookText(call), outcomeText(call), changesText(call)],
      tone: ROW_TONES[call.outcome],
    })),
  };
}

// Who did nothing stands back.
const ROW_TONES = { called: undefined, threw: 'bad', skipped: 'muted', 'not-reached': 'muted' } as const;

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

function decisionsBlock(decisions: readonly Decision[]): Block {
  return {
    kind: 'table',
    title: 'Decisions',
    columns: [{ label: 'About', size: 'm' }, { label: 'Decided', size: 'l' }, 'Because'],
    rows: decisions.map(({ subject, outcome, because }) => ({ cells: [subject, mono(outcome), because] })),
  };
}
