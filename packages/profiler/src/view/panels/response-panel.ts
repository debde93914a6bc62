import { formatBytes, formatMilliseconds, getStatusTone } from '../render/format.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Block, Panel, PanelView } from '../../profile/view-model.ts';
import { buildBodyBlocks } from './body-blocks.ts';
import { isWork, toList } from '../../profile/recorded-values.ts';
import { codeText, formatPairs } from './value-text.ts';
import { column, facts, metrics, note, table } from './blocks.ts';
import type { Metric } from './blocks.ts';

/** Shows the response as sent: status, headers, body, sizes, and times of the first and last byte. */
export const responsePanel: Panel = {
  name: 'response',
  title: 'Response',
  view({ data, summary }, links): PanelView | undefined {
    const { response } = data;
    if (isWork(summary)) return undefined;
    const items: readonly (Metric | false)[] = [
      [
        'Status',
        {
          text: response.status === 0 ? 'none' : `${response.status} ${response.reason}`,
          tone: getStatusTone(response.status),
        },
      ],
      ['Sent', formatBytes(summary.bytes), `${summary.bytes} bytes of encoded body`],
      response.body !== undefined &&
        response.body.size !== summary.bytes && ['Before encoding', formatBytes(response.body.size)],
      response.firstByte !== undefined && [
        'First byte',
        formatMilliseconds(response.firstByte),
        'When status and headers were passed to the connection',
      ],
      ['Last byte', formatMilliseconds(response.lastByte)],
    ];
    const aborted: Block[] = response.aborted
      ? [note('warning', 'The client closed the connection before the last byte.')]
      : [];
    return {
      tone: getStatusTone(response.status),
      blocks: [
        metrics(items),
        ...aborted,
        ...buildFileBlocks(data.decisions),
        // What a reader looks for first.
        { kind: 'heading', text: 'Body' },
        ...buildBodyBlocks(response.body, 'response', 'The response had no body.', links),
        { kind: 'heading', text: 'Headers' },
        { ...facts(formatPairs(toList(response.headers))), empty: 'No headers were sent.' },
      ],
    };
  },
};

// Which file was sent, and the reason for a range, a 304 or the whole file.
function buildFileBlocks(decisions: Profile['data']['decisions']): readonly Block[] {
  const rows = toList(decisions).filter(({ subject }) => FILE_SUBJECTS.has(subject));
  if (rows.length === 0) return [];
  return [
    table(
      'File',
      [column('Decision', 's'), column('Outcome', 'm'), 'Reason'],
      rows.map(({ subject, outcome, because }) => ({ cells: [subject, codeText(outcome), because] })),
    ),
  ];
}

const FILE_SUBJECTS: ReadonlySet<string> = new Set(['file', 'file part', 'static file']);
