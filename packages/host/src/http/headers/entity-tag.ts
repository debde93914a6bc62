/** A validator of a representation (RFC 9110 §8.8.3). */
export interface EntityTag {
  /** The text between the quotes. */
  readonly opaque: string;
  /** Whether the tag is weak: representations with equal tags are equivalent, but not identical. */
  readonly weak: boolean;
}

/**
 * Parses `If-Match` and `If-None-Match`: `*`, or the valid tags. Invalid tags are ignored, so an
 * invalid header matches nothing.
 *
 * @example
 * ```ts
 * import { parseEntityTags } from 'oriel-host/http';
 * parseEntityTags('W/"a", "b"'); // => [{ opaque: 'a', weak: true }, { opaque: 'b', weak: false }]
 * parseEntityTags('*'); // => '*'
 * ```
 */
export function parseEntityTags(header: string): '*' | EntityTag[] {
  // Nearly all clients send one tag.
  if (ONE.test(header)) return [{ opaque: header.slice(1, -1), weak: false }];
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  for (const [, weak, opaque] of header.slice(0, LONGEST).matchAll(TAG)) {
    tags.push({ opaque: opaque!, weak: weak !== undefined });
    if (tags.length === MOST) break;
  }
  return tags;
}

// RFC 9110 §8.8.3: a list with commas, which may also occur inside a tag. Anchored at the separators, so that
// an opening quote is never mistaken for a closing one.
const TAG = /(?:^|,)[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)/g;
const ONE = /^"[\x21\x23-\x7e]*"$/;
const LONGEST = 8_192;
const MOST = 100;
