import { formatEstimate } from '../render/format.ts';
import type { Panel, PanelView } from './view-model.ts';
import { toEntries, codeText } from './recorded-values.ts';

/** Shows the configuration of the application at the time of the request, and the recording overhead. */
export const configPanel: Panel = {
  name: 'config',
  title: 'Config',
  view({ data, summary }): PanelView {
    const { framework } = data;
    const { unwatched, ...config } = Object.fromEntries(toEntries(data.config));
    const libraries = typeof unwatched === 'string' ? unwatched.split('\n') : [];
    return {
      blocks: [
        {
          kind: 'facts',
          title: framework === undefined ? 'Host' : 'Application',
          rows: [
            ...(framework === undefined ? [] : [['framework', codeText(framework.name)] as const]),
            ...Object.entries(config).map(([name, value]) => [name, codeText(value)] as const),
          ],
          empty: 'No data',
        },
        ...(libraries.length === 0
          ? []
          : [
              {
                kind: 'table' as const,
                title: 'Libraries that are not watched',
                columns: ['Reason'],
                rows: libraries.map((reason) => ({ cells: [reason], tone: 'warning' as const })),
              },
            ]),
        {
          kind: 'facts',
          title: 'Recording',
          rows: [
            ...(summary.weight >= 1.5
              ? [['Represents', `about ${formatEstimate(summary.weight)} requests`] as const]
              : []),
            ['Application', codeText(summary.app)],
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
