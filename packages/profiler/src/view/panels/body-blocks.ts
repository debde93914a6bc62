import { decodeBody } from '../render/body-view.ts';
import { formatBytes } from '../render/format.ts';
import type { RecordedBody } from '../../profile/profile.ts';
import type { Block, Truncation, PanelLinks } from '../../profile/view-model.ts';
import { codeText } from './value-text.ts';
import { facts, metrics, note, titledFacts } from './blocks.ts';

/** Returns the blocks of a body: type, size, decoded content and raw content. */
export function buildBodyBlocks(
  body: RecordedBody | undefined,
  of: 'request' | 'response',
  emptyText: string,
  links: PanelLinks,
): Block[] {
  if (!body || body.size === 0) return [note('muted', emptyText)];
  const fullUrl = links.body?.(of);
  const view = decodeBody(body);
  const general = metrics([
    ['Type', view.type === '' ? { text: 'no Content-Type', tone: 'muted' } : codeText(view.type)],
    ['Size', formatBytes(body.size), `${body.size} bytes`],
  ]);
  const notes: Block[] = [];
  if (view.cut !== undefined) notes.push(note('warning', `Truncated: ${view.cut}.`));
  if (view.redacted)
    notes.push(note('warning', 'Secrets were masked before the body was stored; it differs from the bytes sent.'));
  return [
    general,
    ...notes,
    ...contentBlocks(view, fullUrl, links.body?.(of, 'image')),
    ...rawBlocks(body, view.kind, fullUrl),
  ];
}

/** Returns the raw content of a body; base64 in lines of 76 characters. */
export function formatRawBody({ encoding, content }: RecordedBody): string {
  return encoding === 'text' ? content : content.replace(/.{76}/g, '$&\n');
}

// A page has at most 50 KB. Markup, style and script take more than half of it.
const MAX_CONTENT_BYTES = 14_000;
const MAX_RAW_BYTES = 3_000;

function truncate(
  maxBytes: number,
  fullUrl: string | undefined,
  isSameText = false,
): { readonly truncation?: Truncation } {
  return fullUrl === undefined ? {} : { truncation: { maxBytes, fullUrl, isSameText } };
}

type View = ReturnType<typeof decodeBody>;

function contentBlocks(view: View, fullUrl: string | undefined, imageUrl: string | undefined): Block[] {
  switch (view.kind) {
    case 'empty':
      return [note('muted', 'No content was stored.')];
    case 'json':
      return [
        ...(view.problem === undefined ? [] : [note('warning', `Invalid JSON: ${view.problem}`)]),
        // Text that cannot be indented without changing a number is not collapsible either.
        {
          kind: 'code',
          language: view.pretty === undefined ? 'text' : 'json',
          text: view.pretty ?? view.text,
          copy: true,
          ...truncate(MAX_CONTENT_BYTES, fullUrl, true),
        },
      ];
    case 'form':
      return [
        {
          ...titledFacts(
            'Fields',
            view.fields.map(([name, value]) => [name, codeText(value)]),
          ),
          ...truncate(MAX_CONTENT_BYTES, fullUrl),
        },
        ...more(view.more, 'fields'),
      ];
    case 'multipart':
      return [
        ...view.parts.flatMap((part) => partBlocks(part, truncate(MAX_CONTENT_BYTES / view.parts.length, fullUrl))),
        ...more(view.more, 'parts'),
      ];
    case 'text':
      return [
        { kind: 'code', language: 'text', text: view.text, copy: true, ...truncate(MAX_CONTENT_BYTES, fullUrl, true) },
      ];
    case 'image':
      return [
        {
          kind: 'image',
          type: view.mediaType,
          base64: view.base64,
          alt: 'Image in the body',
          ...truncate(MAX_CONTENT_BYTES, imageUrl),
        },
      ];
    case 'hex':
      return [{ kind: 'code', language: 'text', text: view.lines.join('\n') }, ...more(view.more, 'lines')];
  }
}

type Part = Extract<View, { kind: 'multipart' }>['parts'][number];

function partBlocks(part: Part, truncation: { readonly truncation?: Truncation }): Block[] {
  const { name, filename, type, size, text } = part;
  const rows = facts([
    ['Size', formatBytes(size)],
    filename !== undefined && ['File', codeText(filename)],
    type !== undefined && type !== '' && ['Type', codeText(type)],
  ]);
  const content: Block =
    text === undefined ? note('muted', 'Binary content.') : { kind: 'code', language: 'text', text, ...truncation };
  return [
    {
      kind: 'details',
      summary: name === undefined ? 'Part (unnamed)' : `Part "${name}"`,
      open: true,
      blocks: [rows, content],
    },
  ];
}

function more(number: number, things: string): Block[] {
  return number > 0 ? [note('muted', `… and ${number} more ${things}`)] : [];
}

// Shows the raw content too, unless it equals the decoded content.
function rawBlocks(body: RecordedBody, kind: View['kind'], fullUrl: string | undefined): Block[] {
  const { encoding, content, kept } = body;
  if (content === '' || kind === 'text' || kind === 'hex') return [];
  const summary = encoding === 'text' ? `Raw body, ${formatBytes(kept)}` : `Raw body, ${formatBytes(kept)}, base64`;
  const text = formatRawBody(body);
  return [
    {
      kind: 'details',
      summary,
      blocks: [{ kind: 'code', language: 'text', text, copy: true, ...truncate(MAX_RAW_BYTES, fullUrl) }],
    },
  ];
}
