import { decodeBody } from '../render/body-view.ts';
import { formatBytes } from '../render/format.ts';
import type { RecordedBody } from '../profile.ts';
import type { Block, Truncation, PanelLinks } from './view-model.ts';
import { codeText } from './recorded-values.ts';

/** A body: what it is, decoded as far as it can be, and as it came. */
export function buildBodyBlocks(
  body: RecordedBody | undefined,
  of: 'request' | 'response',
  none: string,
  links: PanelLinks,
): Block[] {
  if (!body || body.size === 0) return [{ kind: 'note', tone: 'muted', text: none }];
  const whole = links.body?.(of);
  const view = decodeBody(body);
  const facts: Block = {
    kind: 'facts',
    rows: [
      ['Type', view.type === '' ? { text: 'not told', tone: 'muted' } : codeText(view.type)],
      ['Size', `${formatBytes(body.size)} (${body.size} bytes)`],
    ],
  };
  const notes: Block[] = [];
  if (view.cut !== undefined)
    notes.push({ kind: 'note', tone: 'warning', text: `Only its beginning was kept: ${view.cut}.` });
  if (view.redacted)
    notes.push({
      kind: 'note',
      tone: 'warning',
      text: 'Secrets were taken out before it was stored: these are not quite the bytes that were sent.',
    });
  return [
    facts,
    ...notes,
    ...contentBlocks(view, whole, links.body?.(of, 'picture')),
    ...rawBlocks(body, view.kind, whole),
  ];
}

/** What a body is as text. */
export function formatRawBody({ encoding, content }: RecordedBody): string {
  return encoding === 'text' ? content : content.replace(/.{76}/g, '$&\n');
}

// Of 60 KB that a page may have, markup, style and script take more than half.
const MOST = 14_000;
const MOST_RAW = 3_000;

function long(most: number, whole: string | undefined, same = false): { readonly long?: Truncation } {
  return whole === undefined ? {} : { long: { maxBytes: most, fullUrl: whole, isSameText: same } };
}

type View = ReturnType<typeof decodeBody>;

function contentBlocks(view: View, whole: string | undefined, picture: string | undefined): Block[] {
  switch (view.kind) {
    case 'empty':
      return [{ kind: 'note', tone: 'muted', text: 'Nothing of it was kept.' }];
    case 'json':
      return [
        ...(view.problem === undefined
          ? []
          : [{ kind: 'note', tone: 'warning', text: `It is no JSON: ${view.problem}` } as const]),
        // What cannot be indented without a number being changed cannot be folded either.
        {
          ...{ kind: 'code', language: view.pretty === undefined ? 'text' : 'json', text: view.pretty ?? view.text },
          ...{ copy: true, ...long(MOST, whole, true) },
        },
      ];
    case 'form':
      return [
        {
          ...{ kind: 'facts', title: 'Fields', rows: view.fields.map(([name, value]) => [name, codeText(value)]) },
          ...long(MOST, whole),
        },
        ...more(view.more, 'fields'),
      ];
    case 'multipart':
      return [
        ...view.parts.flatMap((part) => partBlocks(part, long(MOST / view.parts.length, whole))),
        ...more(view.more, 'parts'),
      ];
    case 'text':
      return [{ kind: 'code', language: 'text', text: view.text, copy: true, ...long(MOST, whole, true) }];
    case 'image':
      return [
        {
          ...{ kind: 'image', type: view.mediaType, base64: view.base64, alt: 'The picture that was sent' },
          ...long(MOST, picture),
        },
      ];
    case 'hex':
      return [{ kind: 'code', language: 'text', text: view.lines.join('\n') }, ...more(view.more, 'lines')];
  }
}

type Part = Extract<View, { kind: 'multipart' }>['parts'][number];

function partBlocks(part: Part, rest: { readonly long?: Truncation }): Block[] {
  const { name, filename, type, size, text } = part;
  const rows = [
    ['Size', formatBytes(size)],
    ...(filename === undefined ? [] : [['File', codeText(filename)] as const]),
    ...(type === undefined || type === '' ? [] : [['Type', codeText(type)] as const]),
  ] as const;
  const content: Block =
    text === undefined
      ? { kind: 'note', tone: 'muted', text: 'Its bytes are no text.' }
      : { kind: 'code', language: 'text', text, ...rest };
  return [
    { kind: 'details', summary: `Part ${name ?? '(unnamed)'}`, open: true, blocks: [{ kind: 'facts', rows }, content] },
  ];
}

function more(number: number, things: string): Block[] {
  return number > 0 ? [{ kind: 'note', tone: 'muted', text: `… and ${number} more ${things}` }] : [];
}

// What was decoded is also shown as it came, unless that would show the same twice.
function rawBlocks(body: RecordedBody, kind: View['kind'], whole: string | undefined): Block[] {
  const { encoding, content, kept } = body;
  if (content === '' || kind === 'text' || kind === 'hex') return [];
  const summary =
    encoding === 'text' ? `As it came, ${formatBytes(kept)}` : `As it came, ${formatBytes(kept)}, in base64`;
  const text = formatRawBody(body);
  return [
    {
      kind: 'details',
      summary,
      blocks: [{ kind: 'code', language: 'text', text, copy: true, ...long(MOST_RAW, whole) }],
    },
  ];
}
