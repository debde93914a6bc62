import type { RecordedBody } from '../../profile/profile.ts';
import { decodeBody } from '../render/body-view.ts';
import { formatBytes } from '../render/format.ts';

/** A body, decoded for a comparison. */
export type ComparableBody =
  | { readonly kind: 'empty' }
  /** The reason why it cannot be compared. */
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'value'; readonly value: unknown; readonly text: string }
  /** `digest` is that of a body of which only the beginning is stored. */
  | { readonly kind: 'text'; readonly text: string; readonly digest: string | undefined }
  | { readonly kind: 'binary'; readonly digest: string; readonly size: number };

/** Decodes a recorded body. @param bytes the size that was sent, also of a body that was not recorded */
export function readComparableBody(body: RecordedBody | undefined, bytes: number): ComparableBody {
  if (body === undefined || body === null)
    return bytes > 0 ? { kind: 'unknown', reason: 'not recorded' } : { kind: 'empty' };
  const { content, digest, size, encoding, type } = body;
  if (size === 0 && content === '') return { kind: 'empty' };
  if (encoding !== 'text' || content === '') {
    if (digest !== undefined && digest !== null) return { kind: 'binary', digest, size };
    return content === '' ? { kind: 'unknown', reason: 'not recorded' } : { kind: 'binary', digest: content, size };
  }
  const isComplete = digest === undefined || digest === null;
  if (!isComplete) return { kind: 'text', text: content, digest };
  if (/^[^;]*[/+]json\b/i.test(type) || /^\s*[[{]/.test(content)) {
    try {
      return { kind: 'value', value: JSON.parse(content) as unknown, text: content };
    } catch {
      // It is compared as text.
    }
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const view = decodeBody(body);
    if (view.kind === 'form' && view.more === 0)
      return {
        kind: 'value',
        value: Object.fromEntries(
          Map.groupBy(view.fields, ([name]) => name)
            .entries()
            .map(([name, fields]) => [name, fields.map(([, value]) => value).join(', ')]),
        ),
        text: content,
      };
  }
  return { kind: 'text', text: content, digest: undefined };
}

/** Returns the part of a body that is compared; undefined if it is compared as a whole. */
export function describePart(body: ComparableBody): string | undefined {
  return body.kind === 'text' && body.digest !== undefined
    ? `everything after the first ${formatBytes(Buffer.byteLength(body.text))}, of which only the digest is stored`
    : undefined;
}
