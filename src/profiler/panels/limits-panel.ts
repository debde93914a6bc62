import type { RecordedLimit } from '../profile.ts';
import type { Block, Panel, PanelView, Text, Tone } from './view-model.ts';
import { toList, codeText } from './recorded-values.ts';

/** Under which limits the request was counted, for whom, what is left of each, and which one refused it. */
export const limitsPanel: Panel = {
  name: 'limits',
  title: 'Limits',
  view({ data }): PanelView | undefined {
    const limits = toList(data.limits);
    if (limits.length === 0) return undefined;
    const refusing = limits.find(({ outcome }) => outcome === 'has no room');
    const uncounted = limits.some(({ outcome }) => outcome === 'not counted');
    return {
      count: limits.length,
      tone: refusing ? 'bad' : uncounted ? 'warning' : undefined,
      blocks: [
        { kind: 'metrics', items: metrics(limits) },
        ...(refusing
          ? [{ kind: 'note', tone: 'bad', text: `Refused by ${refusing.name}: ${refusing.because}.` } as const]
          : []),
        tableOf(limits),
      ],
    };
  },
};

function metrics(limits: readonly RecordedLimit[]): { readonly label: string; readonly value: Text }[] {
  const narrowest = limits
    .filter(({ remaining }) => remaining !== undefined)
    .toSorted((one, other) => one.remaining! - other.remaining!)[0];
  if (narrowest === undefined) return [{ label: 'Counted', value: { text: 'under none', tone: 'muted' } }];
  return [
    { label: 'Narrowest', value: codeText(narrowest.name) },
    { label: 'Left', value: `${narrowest.remaining} of ${narrowest.limit}` },
    { label: narrowest.remaining === 0 ? 'Room again in' : 'More room in', value: seconds(narrowest.reset!) },
  ];
}

function tableOf(limits: readonly RecordedLimit[]): Block {
  return {
    kind: 'table',
    title: 'Every limit that holds here',
    columns: [
      { label: 'Limit', size: 'm' },
      { label: 'Counts', size: 'm' },
      { label: 'Outcome', size: 'm' },
      'Because',
    ],
    rows: limits.map(({ name, by, outcome, because }) => ({
      cells: [codeText(name), COUNTS[by] ?? by, { text: outcome, tone: TONES[outcome] }, because],
    })),
  };
}

const COUNTS: Readonly<Record<string, string>> = { address: 'addresses', user: 'users', login: 'logins' };
const TONES: Readonly<Record<string, Tone>> = {
  'has room': 'good',
  'has no room': 'bad',
  'not counted': 'warning',
  'not reached': 'muted',
};

function seconds(value: number): string {
  return value < 1 ? 'less than 1 s' : `${Math.ceil(value)} s`;
}
