import { formatBytes } from '../render/format.ts';
import { formatMilliseconds } from '../render/format.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { buildBodyBlocks } from './body-blocks.ts';
import { formatPairs } from './recorded-values.ts';
import { toList } from './recorded-values.ts';
import { getStatusTone } from '../render/format.ts';

/** Shows the response as sent: status, headers, body, sizes, and times of the first and last byte. */
export const responsePanel: Panel = {
  name: 'response',
  title: 'Response',
  view({ data, summary }, links): PanelView {
    const { response } = data;
    const items: readonly { readonly label: string; readonly value: Text; readonly hint?: string }[] = [
      {
        label: 'Status',
        value: { text: `${response.status} ${response.reason}`, tone: getStatusTone(response.status) },
      },
      { label: 'Sent', value: formatBytes(summary.bytes), hint: `${summary.bytes} bytes of encoded body` },
      ...(response.body && response.body.size !== summary.bytes
        ? [{ label: 'Before encoding', value: formatBytes(response.body.size) }]
        : []),
      ...(response.firstByte === undefined
        ? []
        : [
            {
              label: 'First byte',
              value: formatMilliseconds(response.firstByte),
              hint: 'When status and headers were passed to the connection',
            },
          ]),
      { label: 'Last byte', value: formatMilliseconds(response.lastByte) },
    ];
    const aborted: Block[] = response.aborted
      ? [{ kind: 'note', tone: 'warning', text: 'The client closed the connection before the last byte.' }]
      : [];
    return {
      tone: getStatusTone(response.status),
      blocks: [
        { kind: 'metrics', items },
        ...aborted,
        {
          kind: 'facts',
          title: 'Headers',
          rows: formatPairs(toList(response.headers)),
          empty: 'No headers were sent.',
        },
        { kind: 'heading', text: 'Body' },
        ...buildBodyBlocks(response.body, 'response', 'The response had no body.', links),
      ],
    };
  },
};
