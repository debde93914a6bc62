import { sizeText } from '../render/body-view.ts';
import { milliseconds } from '../render/blocks-text.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { bodyBlocks } from './body-blocks.ts';
import { pairRows } from './header-rows.ts';
import { listOf } from './recorded-values.ts';
import { statusTone } from '../render/format.ts';

/** What was answered, as it was sent: status, headers and body, sizes, when the first and the last byte left. */
export const responsePanel: Panel = {
  name: 'response',
  title: 'Response',
  view({ data, summary }, links): PanelView {
    const { response } = data;
    const items: readonly { readonly label: string; readonly value: Text; readonly hint?: string }[] = [
      {
        label: 'Status',
        value: { text: `${response.status} ${response.reason}`, tone: statusTone(response.status) },
      },
      { label: 'Sent', value: sizeText(summary.bytes), hint: `${summary.bytes} bytes of body, as they left` },
      ...(response.body && response.body.size !== summary.bytes
        ? [{ label: 'Before encoding', value: sizeText(response.body.size) }]
        : []),
      ...(response.firstByte === undefined
        ? []
        : [
            {
              label: 'First byte',
              value: milliseconds(response.firstByte),
              hint: 'When status and headers were handed to the connection',
            },
          ]),
      { label: 'Last byte', value: milliseconds(response.lastByte) },
    ];
    const aborted: Block[] = response.aborted
      ? [{ kind: 'note', tone: 'warning', text: 'The client went away before the last byte.' }]
      : [];
    return {
      tone: statusTone(response.status),
      blocks: [
        { kind: 'metrics', items },
        ...aborted,
        { kind: 'facts', title: 'Headers', rows: pairRows(listOf(response.headers)), empty: 'No headers were sent.' },
        { kind: 'heading', text: 'Body' },
        ...bodyBlocks(response.body, 'response', 'The response had no body.', links),
      ],
    };
  },
};
