import { bodyView, sizeText } from '../../profiler/index.ts';
import type { RecordedBody } from '../../profiler/index.ts';
import type { Block } from '../view-model.ts';
import { mono } from './recorded.ts';

/** A body: what it is, decoded as far as it can be, and as it came. */
export function bodyBlocks(body: RecordedBody | undefined, none: string): Block[] {
  if (!body || body.size === 0) return [{ kind: 'note', tone: 'muted', text: none }];
  const view = bodyView(body);
  const facts: Block = {
    kind: 'facts',
    rows: [
      ['Type', view.type === '' ? { text: 'not told', tone: 'muted' } : mono(view.type)],
      ['Size', `${sizeText(body.size)} (${body.size} bytes)`],
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
  return [facts, ...notes, ...contentBlocks(view), ...rawBlocks(body, view.kind)];
}

type View = ReturnType<typeof bodyView>;

function contentBlocks(view: View): Block[] {
  switch (view.kind) {
    case 'empty':
      return [{ kind: 'note', tone: 'muted', text: 'Nothing of it was kept.' }];
    case 'json':
      return [
        ...(view.problem === undefined
          ? []
          : [{ kind: 'note', tone: 'warning', text: `It is no JSON: ${view.problem}` } as const]),
        { kind: 'code', language: 'json', text: view.pretty ?? view.text, copy: true },
      ];
    case 'form':
      return [
        { kind: 'facts', title: 'Fields', rows: view.fields.map(([name, value]) => [name, mono(value)]) },
        ...more(view.more, 'fields'),
      ];
    case 'multipart':
      return [...view.parts.flatMap(partBlocks), ...more(view.more, 'parts')];
    case 'text':
      return [{ kind: 'code', language: 'text', text: view.text, copy: true }];
    case 'image':
      return [{ kind: 'image', type: view.mediaType, base64: view.base64, alt: 'The picture that was sent' }];
    case 'hex':
      return [{ kind: 'code', language: 'text', text: view.lines.join('\n') }, ...more(view.more, 'lines')];
  }
}

type Part = Extract<View, { kind: 'multipart' }>['parts'][number];

function partBlocks(part: Part): Block[] {
  const { name, filename, type, size, text } = part;
  const rows = [
    ['Size', sizeText(size)],
    ...(filename === undefined ? [] : [['File', mono(filename)] as const]),
    ...(type === undefined || type === '' ? [] : [['Type', mono(type)] as const]),
  ] as const;
  const content: Block =
    text === undefined
      ? { kind: 'note', tone: 'muted', text: 'Its bytes are no text.' }
      : { kind: 'code', language: 'text', text };
  return [
    { kind: 'details', summary: `Part ${name ?? '(unnamed)'}`, open: true, blocks: [{ kind: 'facts', rows }, content] },
  ];
}

function more(number: number, things: string): Block[] {
  return number > 0 ? [{ kind: 'note', tone: 'muted', text: `… and ${number} more ${things}` }] : [];
}

// What was decoded is also shown as it came, unless that would show the same twice.
function rawBlocks({ encoding, content, kept }: RecordedBody, kind: View['kind']): Block[] {
  if (content === '' || kind === 'text' || kind === 'hex') return [];
  const raw = encoding === 'text' ? content : content.replace(/.{76}/g, '$&\n');
  const summary = encoding === 'text' ? `As it came, ${sizeText(kept)}` : `As it came, ${sizeText(kept)}, in base64`;
  return [{ kind: 'details', summary, blocks: [{ kind: 'code', language: 'text', text: raw, copy: true }] }];
}
