import { formatEstimate } from '../render/format.ts';
import type { Panel, PanelView } from '../../profile/view-model.ts';
import { toEntries } from '../../profile/recorded-values.ts';
import { codeText } from './value-text.ts';
import { table, titledFacts } from './blocks.ts';

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
        titledFacts(
          framework === undefined ? 'Host' : 'Application',
          [
            framework !== undefined && ['framework', codeText(framework.name)],
            ...Object.entries(config).map(([name, value]) => [name, codeText(value)] as const),
          ],
          'No data',
        ),
        ...(libraries.length === 0
          ? []
          : [
              table(
                'Libraries that are not watched',
                ['Reason'],
                libraries.map((reason) => ({ cells: [reason], tone: 'warning' })),
              ),
            ]),
        titledFacts('Recording', [
          summary.weight >= 1.5 && ['Represents', `about ${formatEstimate(summary.weight)} requests`],
          ['Application', codeText(summary.app)],
          ['Process', codeText(summary.pid)],
          ['Process start', codeText(summary.boot)],
          ['Overhead', codeText(`${summary.cost} µs`)],
          ...toEntries(data.dropped).map(
            ([kind, number]) => [`Not stored: ${kind}`, codeText(number, 'warning')] as const,
          ),
        ]),
      ],
    };
  },
};
