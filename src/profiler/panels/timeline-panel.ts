import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Panel, PanelView, WaterfallRow } from './view-model.ts';
import { splitRows } from './row-ranges.ts';
import { toList } from './recorded-values.ts';
import { buildTimeline } from './timeline-rows.ts';

/** Shows nested spans and listener calls over time, and gaps in which nothing was recorded. */
export const timelinePanel: Panel = {
  name: 'timeline',
  title: 'Timeline',
  view({ data, summary }, links): PanelView | undefined {
    const spans = toList(data.spans);
    const calls = toList(data.pipeline);
    if (spans.length === 0 && calls.length === 0) return undefined;
    const rows = buildTimeline(spans, calls, summary.duration, data.response?.firstByte);
    const parts = splitRows(rows.length, MAX_ROWS, 'timeline', links);
    const gaps = rows.filter(({ category }) => category === 'gap');
    return {
      count: spans.length === 0 ? undefined : spans.length,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Total time', value: formatMilliseconds(summary.duration) },
            ...(summary.dbCount === 0
              ? []
              : [
                  {
                    label: `Database, ${formatCount(summary.dbCount, 'query', 'queries')}`,
                    value: formatMilliseconds(summary.dbTime),
                  },
                ]),
            ...(summary.httpCount === 0
              ? []
              : [
                  {
                    label: `Outgoing, ${formatCount(summary.httpCount, 'call')}`,
                    value: formatMilliseconds(summary.httpTime),
                  },
                ]),
            ...(data.response?.firstByte === undefined
              ? []
              : [{ label: 'First byte', value: formatMilliseconds(data.response.firstByte) }]),
            ...(gaps.length === 0
              ? []
              : [
                  {
                    label: formatCount(gaps.length, 'gap'),
                    value: formatMilliseconds(sum(gaps)),
                    hint: 'Periods of more than 5 ms without spans',
                  },
                ]),
          ],
        },
        ...parts.links,
        { kind: 'waterfall', total: summary.duration, rows, range: parts.range },
      ],
    };
  },
};

const MAX_ROWS = 80;

function sum(rows: readonly WaterfallRow[]): number {
  return rows.reduce((total, { duration }) => total + duration, 0);
}
