import type { Span } from 'oriel-core/trace';
import { formatBytes } from '../render/format.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeText, formatOutcome, formatValue, placeText } from './value-text.ts';
import { splitRows } from './row-ranges.ts';
import type { Panel, PanelLinks, PanelView, Row } from '../../profile/view-model.ts';
import { column, facts, note, numberColumn, table } from './blocks.ts';

/** Shows messages that were sent: addresses, subject, size, result and caller. */
export const mailPanel: Panel = {
  name: 'mail',
  title: 'Mail',
  view({ data }, links): PanelView | undefined {
    const messages = toList(data.spans).filter(({ kind }) => kind === 'mail');
    if (messages.length === 0) return undefined;
    const parts = splitRows(messages.length, MAX_MESSAGES, 'mail', links);
    return {
      count: messages.length,
      tone: messages.some(({ error }) => error !== undefined) ? 'bad' : undefined,
      blocks: [
        ...parts.links,
        table(
          'Messages',
          [
            numberColumn('At (ms)', 's'),
            numberColumn('ms', 's'),
            'To',
            'Subject',
            numberColumn('Size', 's'),
            column('Result', 'm'),
          ],
          messages.map((message) => buildRow(message, links)),
          { range: parts.range },
        ),
      ],
    };
  },
};

const MAX_MESSAGES = 25;

function buildRow(message: Span, links: PanelLinks): Row {
  const { id, name, start, duration, error, details = {} } = message;
  const { from, to, subject, size, result, messageId, caller } = details;
  const rows = Object.entries({ From: from, 'Message id': messageId })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => [label, codeText(value)] as const);
  return {
    id: `mail-${id}`,
    cells: [
      start.toFixed(2),
      duration < 0 ? 'still running' : duration.toFixed(2),
      formatValue(to ?? ''),
      formatValue(subject ?? name),
      typeof size === 'number' ? formatBytes(size) : '',
      formatOutcome(message, formatValue(result ?? 'sent')),
    ],
    tone: error === undefined ? undefined : 'bad',
    detail: [
      ...(error === undefined ? [] : [note('bad', error)]),
      facts([...rows, caller !== undefined && ['Called from', placeText(caller, links)]]),
    ],
  };
}
