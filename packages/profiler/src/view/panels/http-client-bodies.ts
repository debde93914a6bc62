import type { RecordedBody } from '../../profile/profile.ts';
import { decodeBody } from '../render/body-view.ts';
import { formatBytes } from '../render/format.ts';
import type { Block } from '../../profile/view-model.ts';
import { note } from './blocks.ts';

/**
 * Returns the blocks of the bodies of an outgoing call, closed at first.
 *
 * @param longest the most characters of each body
 */
export function buildCallBodies(requestBody: unknown, responseBody: unknown, longest: number): Block[] {
  return [
    ...(isBody(requestBody) ? [buildBody('Request body', requestBody, longest)] : []),
    ...(isBody(responseBody) ? [buildBody('Response body', responseBody, longest)] : []),
  ];
}

function buildBody(title: string, body: RecordedBody, longest: number): Block {
  const { size, kept, encoding, content, type, redacted } = body;
  const summary = [title, formatBytes(size), ...(type === '' ? [] : [type])].join(', ');
  const blocks: Block[] = [];
  if (redacted) blocks.push(note('warning', 'Secrets were masked before the body was stored.'));
  if (content === '') blocks.push(note('muted', 'The content was not stored.'));
  else if (encoding === 'base64') blocks.push(note('muted', 'Binary content.'));
  else {
    const view = decodeBody(body);
    const text = view.kind === 'json' ? (view.pretty ?? content) : content;
    if (text.length > longest || (!redacted && kept < size)) blocks.push(note('muted', 'Only the beginning is shown.'));
    const language = view.kind === 'json' && text.length <= longest ? 'json' : 'text';
    blocks.push({ kind: 'code', language, text: text.slice(0, longest), copy: true });
  }
  return { kind: 'details', summary, blocks };
}

function isBody(value: unknown): value is RecordedBody {
  return typeof value === 'object' && value !== null && 'content' in value && 'encoding' in value;
}
