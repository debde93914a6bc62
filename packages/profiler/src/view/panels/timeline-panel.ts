import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Panel, PanelView, WaterfallRow } from '../../profile/view-model.ts';
import { splitRows } from './row-ranges.ts';
import { toList } from '../../profile/recorded-values.ts';
import { getNamedCalls } from './named-calls.ts';
import { buildTimeline } from './timeline-rows.ts';
import { metrics } from './blocks.ts';

/** Shows nested spans and listener calls over time, and gaps in which nothing was recorded. */
export const timelinePanel: Panel = {
  name: 'timeline',
  title: 'Timeline',
  view({ data, summary }, links): PanelView | undefined {
    const spans = toList(data.spans);
    const calls = getNamedCalls(data);
    if (spans.length === 0 && calls.length === 0) return undefined;
    const rows = buildTimeline(spans, calls, summary.duration, data.response?.firstByte);
    const parts = splitRows(rows.length, MAX_ROWS, 'timeline', links);
    const gaps = rows.filter(({ category }) => category === 'gap');
    return {
      count: spans.length === 0 ? undefined : spans.length,
      blocks: [
        metrics([
          ['Total time', formatMilliseconds(summary.duration)],
          summary.dbCount !== 0 && [
            `Database, ${formatCount(summary.dbCount, 'query', 'queries')}`,
            formatMilliseconds(summary.dbTime),
          ],
          summary.httpCount !== 0 && [
            `Outgoing, ${formatCount(summary.httpCount, 'call')}`,
            formatMilliseconds(summary.httpTime),
          ],
          data.response?.firstByte !== undefined && ['First byte', formatMilliseconds(data.response.firstByte)],
          gaps.length !== 0 && [
            formatCount(gaps.length, 'gap'),
            formatMilliseconds(sum(gaps)),
            'Periods of more than 5 ms without spans',
          ],
        ]),
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
