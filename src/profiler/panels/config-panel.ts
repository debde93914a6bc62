import type { Panel, PanelView } from './view-model.ts';
import { toEntries, codeText } from './recorded-values.ts';

/** Shows the configuration of the host at the time of the request, and the recording overhead. */
export const configPanel: Panel = {
  name: 'config',
  title: 'Config',
  view({ data, summary }): PanelView {
    return {
      blocks: [
        {
          kind: 'facts',
          title: 'Host',
          rows: toEntries(data.config).map(([name, value]) => [name, codeText(value)]),
          empty: 'No data',
        },
        {
          kind: 'facts',
          title: 'Recording',
          rows: [
            ['Process', codeText(summary.pid)],
            ['Process start', codeText(summary.boot)],
            ['Overhead', codeText(`${summary.cost} µs`)],
            ...toEntries(data.dropped).map(
              ([kind, number]) => [`Not stored: ${kind}`, codeText(number, 'warning')] as const,
            ),
          ],
        },
      ],
    };
  },
};
