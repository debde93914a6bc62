import type { RecordedSession } from '../../profiler/index.ts';
import type { Block, Panel, PanelView, Text, Tone } from '../view-model.ts';
import { entriesOf, listOf, mono } from './recorded.ts';

/** What a visitor keeps, what this request read and wrote of it, and what became of the cookie and why. */
export const sessionPanel: Panel = {
  name: 'session',
  title: 'Session',
  view({ data }): PanelView | undefined {
    const { session } = data;
    if (!session) return undefined;
    const [reads, writes] = [listOf(session.reads), listOf(session.writes)];
    const decided = listOf(data.decisions).filter(({ subject }) => SUBJECTS.includes(subject));
    const refused = decided.some(({ subject, outcome }) => subject === 'csrf' && outcome === 'refused');
    return {
      count: reads.length + writes.length || undefined,
      tone: refused ? 'bad' : undefined,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Session', value: stateOf(session) },
            { label: 'Cookie brought', value: session.hasCookie ? 'yes' : { text: 'no', tone: 'muted' } },
            { label: 'Reads', value: reads.length },
            { label: 'Writes', value: writes.length },
          ],
        },
        {
          kind: 'table',
          title: 'What was decided',
          columns: [{ label: 'About', size: 'm' }, { label: 'Outcome', size: 'm' }, 'Because'],
          rows: decided.map(({ subject, outcome, because }) => ({
            cells: [subject, { text: outcome, tone: TONES[outcome] }, because],
          })),
          empty: 'Nobody asked for it: nothing was loaded.',
        },
        ...keptBlocks(session),
        {
          kind: 'table',
          title: 'What was used',
          columns: [{ label: 'Key', size: 'm' }, 'Use'],
          rows: [...new Set([...reads, ...writes])].map((key) => ({ cells: [mono(key), useOf(key, reads, writes)] })),
          empty: 'No value was read or written.',
        },
      ],
    };
  },
};

const SUBJECTS: readonly string[] = ['session', 'session cookie', 'csrf'];
const TONES: Readonly<Record<string, Tone>> = {
  refused: 'bad',
  unknown: 'warning',
  expired: 'warning',
  passed: 'good',
};

function stateOf({ stored, outcomes }: RecordedSession): Text {
  const last = listOf(outcomes).findLast((each) => STATES.includes(each));
  if (last !== undefined) return last;
  return stored === undefined ? { text: 'not asked for', tone: 'muted' } : 'loaded';
}

const STATES: readonly string[] = ['none', 'unknown', 'expired', 'loaded', 'started', 'regenerated', 'destroyed'];

function keptBlocks({ stored }: RecordedSession): Block[] {
  if (!stored) return [];
  return [
    {
      kind: 'facts',
      title: 'What is kept',
      rows: [
        ['Started', new Date(stored.created).toISOString()],
        ['Last used', new Date(stored.used).toISOString()],
        ['Changes', stored.version - 1],
        ['Bytes', stored.bytes],
      ],
    },
    {
      kind: 'table',
      title: 'Values',
      columns: [{ label: 'Key', size: 'm' }, 'Value'],
      rows: entriesOf(stored.values).map(([key, value]) => ({ cells: [mono(key), mono(value)] })),
      empty: 'None.',
    },
  ];
}

function useOf(key: string, reads: readonly string[], writes: readonly string[]): string {
  if (!writes.includes(key)) return 'read';
  return reads.includes(key) ? 'read and written' : 'written';
}
