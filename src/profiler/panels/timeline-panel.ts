import { counted, milliseconds } from '../render/blocks-text.ts';
import type { Panel, PanelView, WaterfallRow } from './view-model.ts';
import { partsOf } from './row-ranges.ts';
import { listOf } from './recorded-values.ts';
import { timelineOf } from './timeline-rows.ts';

/** What happened when: spans and listener calls inside each other, and the stretches in which nothing was recorded. */
export const timelinePanel: Panel = {
  name: 'timeline',
  title: 'Timeline',
  view({ data, summary }, links): PanelView | undefined {
    const spans = listOf(data.spans);
    const calls = listOf(data.pipeline);
    if (spans.length === 0 && calls.length === 0) return undefined;
    const rows = timelineOf(spans, calls, summary.duration, data.response?.firstByte);
    const parts = partsOf(rows.length, MOST_ROWS, 'timeline', links);
    const gaps = rows.filter(({ category }) => category === 'gap');
    return {
      count: spans.length === 0 ? undefined : spans.length,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Total', value: milliseconds(summary.duration) },
            ...(summary.dbCount === 0
              ? []
              : [
                  {
                    label: `Database, ${counted(summary.dbCount, 'query', 'queries')}`,
                    value: milliseconds(summary.dbTime),
                  },
                ]),
            ...(summary.httpCount === 0
              ? []
              : [{ label: `Outgoing, ${counted(summary.httpCount, 'call')}`, value: milliseconds(summary.httpTime) }]),
            ...(data.response?.firstByte === undefined
              ? []
              : [{ label: 'First byte', value: milliseconds(data.response.firstByte) }]),
            ...(gaps.length === 0
              ? []
              : [
                  {
                    label: counted(gaps.length, 'gap'),
                    value: milliseconds(sum(gaps)),
                    hint: 'Stretches of more than 5 ms in which nothing was recorded',
                  },
                ]),
          ],
        },
        ...parts.links,
        { kind: 'waterfall', total: summary.duration, rows, part: parts.part },
      ],
    };
  },
};

const MOST_ROWS = 80;

function sum(rows: readonly WaterfallRow[]): number {
  return rows.reduce((total, { duration }) => total + duration, 0);
}
