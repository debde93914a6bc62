import { counted, milliseconds } from '../render/blocks-text.ts';
import type { Panel, PanelView, WaterfallRow } from '../view-model.ts';
import { listOf } from './recorded.ts';
import { timelineOf } from './timeline-rows.ts';

/** What happened when: spans and listener calls inside each other, and the stretches in which nothing was recorded. */
export const timelinePanel: Panel = {
  name: 'timeline',
  title: 'Timeline',
  view({ data, summary }): PanelView | undefined {
    const spans = listOf(data.spans);
    const calls = listOf(data.pipeline);
    if (spans.length === 0 && calls.length === 0) return undefined;
    const rows = timelineOf(spans, calls, summary.duration);
    const gaps = rows.filter(({ category }) => category === 'gap');
    return {
      count: spans.length,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Total', value: milliseconds(summary.duration) },
            {
              label: 'Database',
              value: `${milliseconds(summary.dbTime)} · ${counted(summary.dbCount, 'query', 'queries')}`,
            },
            {
              label: 'Outgoing calls',
              value: `${milliseconds(summary.httpTime)} · ${counted(summary.httpCount, 'call')}`,
            },
            {
              label: 'Gaps',
              value: `${milliseconds(sum(gaps))} · ${gaps.length}`,
              hint: 'More than 5 ms in which nothing was recorded',
            },
          ],
        },
        {
          kind: 'note',
          tone: 'muted',
          text: 'Milliseconds: the whole of each, and the part not spent in what is nested below it.',
        },
        { kind: 'waterfall', total: summary.duration, rows },
      ],
    };
  },
};

function sum(rows: readonly WaterfallRow[]): number {
  return rows.reduce((total, { duration }) => total + duration, 0);
}
