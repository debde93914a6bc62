import type { Panel, PanelView } from './view-model.ts';
import { entriesOf, mono } from './recorded-values.ts';

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
          rows: entriesOf(data.config).map(([name, value]) => [name, mono(value)]),
          empty: 'Nothing was recorded of the configuration.',
        },
        {
          kind: 'facts',
          title: 'Recording',
          rows: [
            ['Process', mono(summary.pid)],
            ['Start of the process', mono(summary.boot)],
            ['Cost of recording', mono(`${summary.cost} µs`)],
            ...entriesOf(data.dropped).map(([kind, number]) => [`Left out: ${kind}`, mono(number, 'warning')] as const),
          ],
        },
      ],
    };
  },
};
