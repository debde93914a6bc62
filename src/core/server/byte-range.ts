import type { RequestHeaders } from '../http/incoming-request.ts';
import type { ResponseHeaders } from '../http/response-headers.ts';

/** A part of a file: the first byte and the number of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/**
 * Parses a `Range` header (RFC 9110 §14.2). Multiple ranges, other units and invalid values are ignored, as a server may.
 *
 * @param size the size of the file in bytes
 * @returns undefined for the whole file; `unsatisfiable` for a range beyond the end (416)
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
 * Whether `If-Range` allows a partial response (RFC 9110 §13.1.5): it is absent, or equals the strong `ETag` or the
 * `Last-Modified` date.
 */
export function isRangeWanted(request: RequestHeaders, response: ResponseHeaders): boolean {
  const condition = request.get('if-range');
  if (condition === undefined) return true;
  if (condition.startsWith('"')) return condition === response.get('etag');
  return !condition.startsWith('W/') && condition === response.get('last-modified');
}

const ONE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;
