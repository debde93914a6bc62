import { formatBytes } from '../render/format.ts';
import type { Profile } from '../profile.ts';
import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { measureFields } from './bytes-by-field.ts';
import { findDecision, findHeader, toList, codeText } from './recorded-values.ts';

/** What the answer of an operation was written in and why, how long that took, and which fields its bytes went to. */
export const serializerPanel: Panel = {
  name: 'serializer',
  title: 'Serializer',
  view({ data, summary }): PanelView | undefined {
    const { operation, response } = data;
    if (!operation) return undefined;
    const chosen = findDecision(data, 'format');
    const error = summary.status >= 400 ? findDecision(data, 'error format') : undefined;
    const type = findHeader(response?.headers, 'content-type');
    // Requests that were forwarded from inside were written before.
    const write = toList(data.pipeline).findLast(
      ({ event, listener, outcome }) =>
        event === 'kernel.view' && listener === 'ResourceSerializeListener' && outcome === 'called',
    );
    const size = response?.body?.size ?? 0;
    return {
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Format', value: chosen?.outcome ?? { text: 'none', tone: 'warning' } },
            ...(write
              ? [
                  {
                    label: 'Time to write',
                    value: formatMilliseconds(write.duration),
                    hint: 'The ResourceSerializeListener, links it looked up included',
                  },
                ]
              : []),
            { label: 'Bytes', value: formatBytes(size) },
            ...(summary.bytes !== size && size > 0
              ? [{ label: 'Sent', value: formatBytes(summary.bytes), hint: 'As they left, encoded' }]
              : []),
          ],
        },
        {
          kind: 'facts',
          rows: [
            ['Because', chosen?.because ?? { text: 'nothing that is offered was accepted', tone: 'warning' }],
            ['Accept', acceptText(findHeader(data.request?.headers, 'accept'))],
            ...(type === undefined ? [] : [['Answered as', codeText(type)] as const]),
            ...(error ? [['Errors as', `${error.outcome}: ${error.because}`] as const] : []),
          ],
        },
        {
          kind: 'table',
          title: 'What it can be written in',
          columns: [{ label: 'Format', size: 'm' }, 'Media type'],
          rows: toList(operation.formats).map(({ name, type: media }) => ({
            cells: [
              name === chosen?.outcome ? { text: `${name} (chosen)`, mono: true, tone: 'good' } : codeText(name),
              codeText(media),
            ],
          })),
        },
        ...fieldBlocks(data, summary),
      ],
    };
  },
};

function acceptText(accept: string | undefined): Text {
  return accept === undefined ? { text: 'not sent: anything will do', tone: 'muted' } : codeText(accept);
}

const OF_ITEMS = [
  { label: 'Each', number: true, size: 's' },
  { label: 'Largest', number: true, size: 's' },
] as const;

function fieldBlocks({ response }: Profile['data'], { status }: Profile['summary']): Block[] {
  if (status < 200 || status >= 300) return [];
  const body = response?.body;
  if (!body || body.size === 0) return [{ kind: 'note', tone: 'muted', text: 'No body was written.' }];
  const measured = measureFields(body);
  if (typeof measured === 'string') return [{ kind: 'note', tone: 'muted', text: measured }];
  const { items, fields, punctuationBytes: around } = measured;
  return [
    {
      kind: 'table',
      title: 'Bytes by field',
      aside: items === undefined ? 'of the item' : `of ${formatCount(items, 'item')}`,
      columns: [
        'Field',
        { label: 'Bytes', number: true, size: 's' },
        { label: 'Part', number: true, size: 's' },
        ...(items === undefined ? [] : OF_ITEMS),
      ],
      rows: [...fields, { name: '(brackets and commas)', bytes: around, largest: 0 }]
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
    },
    ...(body.redacted
      ? [
          {
            kind: 'note',
            tone: 'muted',
            text: 'Secrets were taken out of the body: theirs are not quite the bytes that were sent.',
          } as const,
        ]
      : []),
  ];
}
