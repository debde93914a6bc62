import type { Profile } from '../../profile/profile.ts';
import { formatBytes, formatCount, formatMilliseconds } from '../render/format.ts';
import type { Block, Panel, PanelView } from '../../profile/view-model.ts';
import { measureFields } from './bytes-by-field.ts';
import { findDecision, findHeader, toList } from '../../profile/recorded-values.ts';
import { codeOr, codeText } from './value-text.ts';
import { column, facts, metrics, note, numberColumn, table } from './blocks.ts';

/** Shows the format of an operation's response, why it was chosen, how long serialization took, and the size of each field. */
export const serializerPanel: Panel = {
  name: 'serializer',
  title: 'Serializer',
  needsHost: true,
  view({ data, summary }): PanelView | undefined {
    const { operation, response } = data;
    if (!operation) return undefined;
    const chosen = findDecision(data, 'format');
    const error = summary.status >= 400 ? findDecision(data, 'error format') : undefined;
    const type = findHeader(response?.headers, 'content-type');
    // The last call: forwarded requests were serialized before.
    const write = toList(data.pipeline).findLast(
      ({ event, listener, outcome }) =>
        event === 'kernel.view' && listener === 'ResourceSerializeListener' && outcome === 'called',
    );
    const size = response?.body?.size ?? 0;
    return {
      blocks: [
        metrics([
          ['Format', chosen?.outcome ?? { text: 'none', tone: 'warning' }],
          write !== undefined && [
            'Serialization',
            formatMilliseconds(write.duration),
            'Duration of the ResourceSerializeListener, link lookups included',
          ],
          ['Bytes', formatBytes(size)],
          summary.bytes !== size && size > 0 && ['Sent', formatBytes(summary.bytes), 'Encoded size'],
        ]),
        facts([
          ['Reason', chosen?.because ?? { text: 'no available format was acceptable', tone: 'warning' }],
          ['Accept', codeOr(findHeader(data.request?.headers, 'accept'), 'not sent: any format is acceptable')],
          type !== undefined && ['Content-Type', codeText(type)],
          error !== undefined && ['Error format', `${error.outcome}: ${error.because}`],
        ]),
        table(
          'Available formats',
          [column('Format', 'm'), 'Media type'],
          toList(operation.formats).map(({ name, type: media }) => ({
            cells: [
              name === chosen?.outcome ? { text: `${name} (chosen)`, mono: true, tone: 'good' } : codeText(name),
              codeText(media),
            ],
          })),
        ),
        ...buildFieldBlocks(data, summary),
      ],
    };
  },
};

const ITEM_COLUMNS = [numberColumn('Average', 's'), numberColumn('Largest', 's')] as const;

function buildFieldBlocks({ response }: Profile['data'], { status }: Profile['summary']): Block[] {
  if (status < 200 || status >= 300) return [];
  const body = response?.body;
  if (!body || body.size === 0) return [note('muted', 'The response has no body.')];
  const measured = measureFields(body);
  if (typeof measured === 'string') return [note('muted', measured)];
  const { items, fields, punctuationBytes: around } = measured;
  return [
    table(
      'Bytes by field',
      ['Field', numberColumn('Bytes', 's'), numberColumn('Share', 's'), ...(items === undefined ? [] : ITEM_COLUMNS)],
      [...fields, { name: '(brackets and commas)', bytes: around, largest: 0 }]
        .filter(({ bytes }) => bytes > 0)
        .map(({ name, bytes, largest }) => ({
          cells: [
            codeText(name),
            bytes,
            `${((100 * bytes) / body.size).toFixed(1)} %`,
            ...(items === undefined
              ? []
              : [largest === 0 ? '' : Math.round(bytes / items), largest === 0 ? '' : largest]),
          ],
        })),
      { titleNote: items === undefined ? 'of the item' : `of ${formatCount(items, 'item')}` },
    ),
    ...(body.redacted
      ? [note('muted', 'Secrets were masked in the body; sizes of those fields differ from the bytes sent.')]
      : []),
  ];
}
