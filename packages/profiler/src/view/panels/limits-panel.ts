import type { RecordedLimit } from '../../profile/recorded-features.ts';
import type { Block, Panel, PanelView, Tone } from '../../profile/view-model.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeText } from './value-text.ts';
import { column, metrics, note, table } from './blocks.ts';
import type { Metric } from './blocks.ts';

/** Shows the rate limits that apply to the request, their remaining budget, and the one that rejected it. */
export const limitsPanel: Panel = {
  name: 'limits',
  title: 'Limits',
  needsHost: true,
  view({ data }): PanelView | undefined {
    const limits = toList(data.limits);
    if (limits.length === 0) return undefined;
    const exceeded = limits.find(({ outcome }) => outcome === 'exceeded');
    const uncounted = limits.some(({ outcome }) => outcome === 'not counted');
    return {
      count: limits.length,
      tone: exceeded ? 'bad' : uncounted ? 'warning' : undefined,
      blocks: [
        metrics(buildMetrics(limits)),
        ...(exceeded ? [note('bad', `Rejected by ${exceeded.name}: ${exceeded.because}.`)] : []),
        buildTable(limits),
      ],
    };
  },
};

function buildMetrics(limits: readonly RecordedLimit[]): readonly Metric[] {
  const lowest = limits
    .filter(({ remaining }) => remaining !== undefined)
    .toSorted((one, other) => one.remaining! - other.remaining!)[0];
  if (lowest === undefined) return [['Counted', { text: 'by no limit', tone: 'muted' }]];
  return [
    ['Lowest limit', codeText(lowest.name)],
    ['Remaining', `${lowest.remaining} of ${lowest.limit}`],
    [lowest.remaining === 0 ? 'Available in' : 'Resets in', formatSeconds(lowest.reset!)],
  ];
}

function buildTable(limits: readonly RecordedLimit[]): Block {
  return table(
    'Applicable limits',
    [column('Limit', 'm'), column('Counts', 'm'), column('Outcome', 'm'), 'Reason'],
    limits.map(({ name, by, outcome, because }) => ({
      cells: [codeText(name), COUNTS[by] ?? by, { text: outcome, tone: TONES[outcome] }, because],
    })),
  );
}

const COUNTS: Readonly<Record<string, string>> = { address: 'addresses', user: 'users', login: 'logins' };

const TONES: Readonly<Record<string, Tone>> = {
  allowed: 'good',
  exceeded: 'bad',
  'not counted': 'warning',
  'not reached': 'muted',
};

function formatSeconds(value: number): string {
  return value < 1 ? 'less than 1 s' : `${Math.ceil(value)} s`;
}
