/** A validator of a representation (RFC 9110 §8.8.3). */
export interface EntityTag {
  /** What stands between the quotes. */
  readonly opaque: string;
  /** Does it only say that two representations mean the same? */
  readonly weak: boolean;
}

/**
 * Reads `If-Match` and `If-None-Match`: `*`, or the tags that can be read. What is no tag is passed over, so that a header
 * full of nonsense matches nothing.
 *
 * @example
 * ```ts
 * import { parseEntityTags } from 'oriel/http';
 * parseEntityTags('W/"a", "b"'); // => [{ opaque: 'a', weak: true }, { opaque: 'b', weak: false }]
 * parseEntityTags('*'); // => '*'
 * ```
 */
export function parseEntityTags(header: string): '*' | EntityTag[] {
  // Nearly every client names one tag, and nearly every request of those that have one comes here.
  if (ONE.test(header)) return [{ opaque: header.slice(1, -1), weak: false }];
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  for (const [, weak, opaque] of header.slice(0, LONGEST).matchAll(TAG)) {
    tags.push({ opaque: opaque!, weak: weak !== undefined });
    if (tags.length === MOST) break;
  }
  return tags;
}

// RFC 9110 §8.8.3: a list with commas, and commas may also stand inside a tag. Anchored at what separates tags, so that
// an opening quote is never taken for a closing one.
const TAG = /(?:^|,)[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)/g;
const ONE = /^"[\x21\x23-\x7e]*"$/;
const LONGEST = 8_192;
const MOST = 100;
