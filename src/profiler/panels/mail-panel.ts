import type { Span } from '../../core/trace/trace.ts';
import { formatBytes } from '../render/format.ts';
import { codeText, formatValue, placeText, toList } from './recorded-values.ts';
import { splitRows } from './row-ranges.ts';
import type { Block, Panel, PanelLinks, PanelView, Text } from './view-model.ts';

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
        {
          kind: 'table',
          title: 'Messages',
          range: parts.range,
          columns: [
            { label: 'At (ms)', number: true, size: 's' },
            { label: 'ms', number: true, size: 's' },
            'To',
            'Subject',
            { label: 'Size', number: true, size: 's' },
            { label: 'Result', size: 'm' },
          ],
          rows: messages.map((message) => buildRow(message, links)),
        },
      ],
    };
  },
};

const MAX_MESSAGES = 25;

function buildRow(
  { id, name, start, duration, error, details = {} }: Span,
  links: PanelLinks,
): Extract<Block, { kind: 'table' }>['rows'][number] {
  const { from, to, subject, size, result, messageId, caller } = details;
  const outcome: Text =
    error !== undefined
      ? { text: 'failed', tone: 'bad', badge: true }
      : duration < 0
        ? { text: 'still running', tone: 'muted' }
        : formatValue(result ?? 'sent');
  const facts = Object.entries({ From: from, 'Message id': messageId })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => [label, codeText(value)] as const);
  return {
    id: `mail-${id}`,
    cells: [
      start.toFixed(2),
      duration < 0 ? '' : duration.toFixed(2),
      formatValue(to ?? ''),
      formatValue(subject ?? name),
      typeof size === 'number' ? formatBytes(size) : '',
      outcome,
    ],
    tone: error === undefined ? undefined : 'bad',
    detail: [
      ...(error === undefined ? [] : [{ kind: 'note', tone: 'bad', text: error } as const]),
      {
        kind: 'facts',
        rows: [...facts, ...(caller === undefined ? [] : [['Called from', placeText(caller, links)] as const])],
      },
    ],
  };
}
