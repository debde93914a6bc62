import type { RequestHeaders } from '../http/incoming-request.ts';
import type { ResponseHeaders } from '../http/response-headers.ts';

/** Part of a file: first byte, and how many. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/**
 * The part of `size` bytes that a request asks for (RFC 9110 §14.2). Several parts, other units and what is no range at
 * all get the whole: a server may always ignore `Range`, and a client that asks for many parts asks for work.
 *
 * @returns undefined for the whole, 'unsatisfiable' for a part beyond the end (416)
 */
export function parseByteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = ONE_RANGE.exec(header);
  if (match === null) return undefined;
  const first = match[1]!;
  const last = match[2]!;
  if (first === '') {
    if (last === '') return undefined;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, length };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, length: end - start + 1 };
}

/**
 * Does the client's copy still hold, so that a part of today's file fits it (RFC 9110 §13.1.5)? Only a strong `ETag` or
 * the exact date can say so; a weak one cannot.
 */
export function isRangeWanted(request: RequestHeaders, response: ResponseHeaders): boolean {
  const condition = request.get('if-range');
  if (condition === undefined) return true;
  if (condition.startsWith('"')) return condition === response.get('etag');
  return !condition.startsWith('W/') && condition === response.get('last-modified');
}

const ONE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;
