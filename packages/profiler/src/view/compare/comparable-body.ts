import type { RecordedBody } from '../../profile/profile.ts';
import { parseJson } from '../panels/value-text.ts';
import { decodeBody } from '../render/body-view.ts';
import { formatBytes } from '../render/format.ts';

export type ComparableBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'value'; readonly value: unknown; readonly text: string }
  /** `digest` is that of a body of which only the beginning is stored. */
  | { readonly kind: 'text'; readonly text: string; readonly digest: string | undefined }
  | { readonly kind: 'binary'; readonly digest: string; readonly size: number };

/**
 * Decodes a recorded body.
 * @param bytes the size that was sent, also of a body that was not recorded
 * @param replace changes texts before they are compared
 */
export function readComparableBody(
  body: RecordedBody | undefined,
  bytes: number,
  replace: (text: string) => string = (text) => text,
): ComparableBody {
  if (body === undefined || body === null)
    return bytes > 0 ? { kind: 'unknown', reason: 'not recorded' } : { kind: 'empty' };
  const { content, size, encoding, type } = body;
  const digest = body.digest ?? undefined;
  if (size === 0 && content === '') return { kind: 'empty' };
  if (encoding !== 'text' || content === '') {
    if (content === '' && digest === undefined) return { kind: 'unknown', reason: 'not recorded' };
    return { kind: 'binary', digest: digest ?? content, size };
  }
  const text = replace(content);
  if (digest !== undefined) return { kind: 'text', text, digest };
  if (/^[^;]*[/+]json\b/i.test(type) || /^\s*[[{]/.test(content)) {
    const value = parseJson(text);
    if (value !== undefined) return { kind: 'value', value, text };
  }
  const view = /^application\/x-www-form-urlencoded\b/i.test(type) ? decodeBody(body) : undefined;
  if (view?.kind !== 'form' || view.more > 0) return { kind: 'text', text, digest: undefined };
  const names = Map.groupBy(view.fields, ([name]) => name).entries();
  const value = Object.fromEntries(
    names.map(([name, fields]) => [name, fields.map(([, element]) => element).join(', ')]),
  );
  return { kind: 'value', value, text };
}

/** Returns the part of a body that is not compared; undefined if it is compared as a whole. */
export function describeMissingPart(body: ComparableBody): string | undefined {
  return body.kind === 'text' && body.digest !== undefined
    ? `everything after the first ${formatBytes(Buffer.byteLength(body.text))}, of which only the digest is stored`
    : undefined;
}
