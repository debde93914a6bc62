import type { Panel, PanelView } from './view-model.ts';
import { toEntries, codeText } from './recorded-values.ts';

/** The host as it was configured when it answered, and what recording cost. */
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
          empty: 'Nothing was recorded of the configuration.',
        },
        {
          kind: 'facts',
          title: 'Recording',
          rows: [
            ['Process', codeText(summary.pid)],
            ['Start of the process', codeText(summary.boot)],
            ['Cost of recording', codeText(`${summary.cost} µs`)],
            ...toEntries(data.dropped).map(
              ([kind, number]) => [`Left out: ${kind}`, codeText(number, 'warning')] as const,
            ),
          ],
        },
      ],
    };
  },
};
