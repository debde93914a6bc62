import type { RequestHeaders, ResponseHeaders } from 'oriel-core/http';

export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/**
 * Parses a `Range` header (RFC 9110 §14.2). Ranges that overlap or almost touch are merged. Other units, invalid values and
 * requests for more than 16 ranges are ignored, as a server may: a few bytes of request must not cause a large response.
 *
 * @param size the size of the file in bytes
 * @returns the ranges in the order of the request, at least one; undefined for the whole file; `unsatisfiable` if all ranges
 * are beyond the end (416)
 */
export function parseByteRanges(header: string, size: number): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const match = header.length > MAX_LENGTH ? null : BYTES.exec(header);
  if (match === null) return undefined;
  const ranges: ByteRange[] = [];
  let count = 0;
  for (const part of match[1]!.split(',')) {
    const spec = part.trim();
    // Empty list elements are allowed (RFC 9110 §5.6.1).
    if (spec === '') continue;
    if (++count > MAX_RANGES) return undefined;
    const range = parseRange(spec, size);
    if (range === undefined) return undefined;
    if (range !== 'unsatisfiable') ranges.push(range);
  }
  if (count === 0) return undefined;
  if (ranges.length === 0) return 'unsatisfiable';
  return ranges.length === 1 ? ranges : merge(ranges);
}

/**
 * Whether `If-Range` allows a partial response (RFC 9110 §13.1.5): it is absent, or equals the strong `ETag` or the
 * `Last-Modified` date. A file that changed less than a second ago may change again within the same second, so its date
 * identifies no content (RFC 9110 §8.8.2.2).
 *
 * @param now milliseconds since 1970
 */
export function isRangeWanted(request: RequestHeaders, response: ResponseHeaders, now = Date.now()): boolean {
  const condition = request.get('if-range');
  if (condition === undefined) return true;
  if (condition.startsWith('"')) return condition === response.get('etag');
  const modified = response.get('last-modified');
  return modified !== undefined && condition === modified && Date.parse(modified) + 1_000 <= now;
}

function parseRange(spec: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = ONE_RANGE.exec(spec);
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

// A merged range is sent in the place of the first range that it contains (RFC 9110 §15.3.7.2).
function merge(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const merged: ByteRange[] = [];
  for (const range of ranges) {
    let { start } = range;
    let end = start + range.length;
    let index = merged.length;
    for (let i = merged.length - 1; i >= 0; i--) {
      const other = merged[i]!;
      if (other.start > end + GAP || other.start + other.length + GAP < start) continue;
      start = Math.min(start, other.start);
      end = Math.max(end, other.start + other.length);
      merged.splice(i, 1);
      index = i;
    }
    merged.splice(index, 0, { start, length: end - start });
  }
  // A merged range may touch one that did not touch its parts.
  return merged.length < ranges.length && merged.length > 1 ? merge(merged) : merged;
}

const BYTES = /^bytes=(.*)$/i;
const ONE_RANGE = /^(\d{0,15})-(\d{0,15})$/;
const MAX_LENGTH = 1_024;
const MAX_RANGES = 16;
// The headers of a part have about as many bytes (RFC 9110 §15.3.7.2).
const GAP = 80;
