import type { Decision, ListenerCall } from '../../core/trace/trace.ts';
import type { Span } from '../../core/trace/span.ts';
import { formatMilliseconds } from '../render/format.ts';
import type { Block, Panel, PanelLinks, PanelView, Text } from './view-model.ts';
import { splitRowsByBytes, estimateRowBytes } from './row-ranges.ts';
import { buildEventTables } from './pipeline-events.ts';
import { toList, codeText, formatValue } from './recorded-values.ts';

/** The events as lanes, in order: who was called, who was not and why, how long it took, and what each one changed. */
export const pipelinePanel: Panel = {
  name: 'pipeline',
  title: 'Pipeline',
  view({ data }, links): PanelView | undefined {
    const calls = toList(data.pipeline);
    const decisions = toList(data.decisions);
    if (calls.length === 0 && decisions.length === 0) return undefined;
    // Each of the three lists has parts of its own, and a link to one leaves the others where they are.
    const beside = (name: string): Record<string, string> =>
      Object.fromEntries(
        LISTS.map((each) => [each, links.parameters?.[each] ?? '']).filter(
          ([each, asked]) => each !== name && /^\d{1,6}$/.test(asked!),
        ),
      ) as Record<string, string>;
    const forwards = forwardedBlocks(toList(data.spans), links, beside('forwards'));
    const decided = decisionBlocks(decisions, links, beside('decisions'));
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
        ...forwards.blocks,
        ...decided.blocks,
        ...buildEventTables(calls, links, beside('part'), MOST - forwards.taken - decided.taken),
      ],
    };
  },
};

const LISTS = ['forwards', 'decisions', 'part'];

type Asked = Readonly<Record<string, string>>;
type Table = Extract<Block, { kind: 'table' }>;

// A forwarded request is a part of this one: its listeners stand in the lanes below, its work on the timeline.
function forwardedBlocks(spans: readonly Span[], links: PanelLinks, ask: Asked): Drawn {
  const forwards = spans.filter(({ kind, details }) => kind === 'kernel' && details?.['forwarded'] !== undefined);
  const rows = forwards.map(({ duration, details }, index) => ({
    cells: [
      index + 1,
      {
        text: `${formatValue(details!['forwarded'])} ${formatValue(details!['target'])}`,
        mono: true,
        href: links.panel('timeline'),
      },
      details!['route'] === undefined ? { text: 'none', tone: 'muted' as const } : codeText(details!['route']),
      details!['status'] === undefined ? '' : formatValue(details!['status']),
      formatMilliseconds(duration),
    ],
  }));
  const table: Table = {
    kind: 'table',
    title: 'Forwarded requests',
    columns: [{ label: '#', number: true, size: 's' }, 'Request', 'Route', { label: 'Status', number: true }, TOOK],
    rows,
  };
  return inParts(table, MOST_FORWARDED, links, { ask, name: 'forwards' });
}

const TOOK = { label: 'Took', number: true } as const;

function decisionBlocks(decisions: readonly Decision[], links: PanelLinks, ask: Asked): Drawn {
  const table: Table = {
    kind: 'table',
    title: 'Decisions',
    columns: [{ label: 'About', size: 'm' }, { label: 'Decided', size: 'l' }, 'Because'],
    rows: decisions.map(({ subject, outcome, because }) => ({ cells: [subject, codeText(outcome), because] })),
  };
  return inParts(table, MOST_DECIDED, links, { ask, name: 'decisions' });
}

// Bytes of the page, of all three lists together and of the first two.
const MOST = 20_000;
const MOST_FORWARDED = 4_000;
const MOST_DECIDED = 5_000;
const MOST_CELL = 1_000;

interface Drawn {
  readonly blocks: readonly Block[];
  /** Bytes of the page that any part of them takes, about. */
  readonly taken: number;
}

function inParts(table: Table, most: number, links: PanelLinks, told: { ask: Asked; name: string }): Drawn {
  if (table.rows.length === 0) return { blocks: [], taken: 0 };
  const weights = table.rows.map(({ cells }) => estimateRowBytes(cells, MOST_CELL));
  const { part, links: others } = splitRowsByBytes(weights, most, 'pipeline', links, { ...told, label: table.title! });
  // The same whichever part is drawn, or what follows would have others with each.
  const taken = Math.min(
    most,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  return { blocks: [...others, { ...table, part, cell: MOST_CELL }], taken };
}
