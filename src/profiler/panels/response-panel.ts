import { formatBytes } from '../render/format.ts';
import { formatMilliseconds } from '../render/format.ts';
import type { Profile } from '../profile.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { buildBodyBlocks } from './body-blocks.ts';
import { formatPairs } from './recorded-values.ts';
import { codeText, isWork, toList } from './recorded-values.ts';
import { getStatusTone } from '../render/format.ts';

/** Shows the response as sent: status, headers, body, sizes, and times of the first and last byte. */
export const responsePanel: Panel = {
  name: 'response',
  title: 'Response',
  view({ data, summary }, links): PanelView | undefined {
    const { response } = data;
    if (isWork(summary)) return undefined;
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
        ...buildFileBlocks(data.decisions),
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

// Which file was sent, and the reason for a range, a 304 or the whole file.
function buildFileBlocks(decisions: Profile['data']['decisions']): readonly Block[] {
  const rows = toList(decisions).filter(({ subject }) => FILE_SUBJECTS.has(subject));
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'File',
      columns: [{ label: 'Decision', size: 's' }, { label: 'Outcome', size: 'm' }, 'Reason'],
      rows: rows.map(({ subject, outcome, because }) => ({ cells: [subject, codeText(outcome), because] })),
    },
  ];
}

const FILE_SUBJECTS: ReadonlySet<string> = new Set(['file', 'file part', 'static file']);
