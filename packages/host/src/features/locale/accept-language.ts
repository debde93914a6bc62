import { parseWeightedList } from 'oriel-core/http';

/** A language range of an `Accept-Language` header in lower case, with its weight. */
export interface LanguageRange {
  readonly range: string;
  /** Weight from 0, not acceptable, to 1. */
  readonly q: number;
}

/**
 * Parses an `Accept-Language` header (RFC 9110 §12.5.4). Returns the ranges by descending weight, in the order sent for equal
 * weights. Invalid ranges are ignored, as is everything after 100 ranges or 4 KB.
 */
export function parseAcceptLanguage(header: string): LanguageRange[] {
  const ranges: LanguageRange[] = [];
  for (const { parts, q, extensions } of parseWeightedList(header, LIST)) {
    const [range = ''] = parts;
    if (q === undefined || parts.length > 1 || extensions.length > 0) continue;
    if (range.length <= MAX_TAG_CHARACTERS && RANGE.test(range)) ranges.push({ range: range.toLowerCase(), q });
  }
  return ranges.sort((one, other) => other.q - one.q);
}

/**
 * Returns the tags that a range matches, most specific first (lookup, RFC 4647 §3.4): the last subtag is removed repeatedly,
 * together with a single-character subtag before it.
 */
export function getFallbacks(range: string): string[] {
  const tags: string[] = [];
  let tag = range;
  while (tag !== '') {
    tags.push(tag);
    tag = tag.slice(0, Math.max(tag.lastIndexOf('-'), 0));
    if (tag[tag.length - 2] === '-') tag = tag.slice(0, -2);
    else if (tag.length === 1) tag = '';
  }
  return tags;
}

const LIST = { maxMembers: 100 };
// The longest tag in RFC 5646 §4.4 has 35 characters.
const MAX_TAG_CHARACTERS = 64;
const RANGE = /^(?:\*|[a-z]{1,8}(?:-[a-z\d]{1,8})*)$/i;
