/** One member of an `Accept-Language` header: a language range in lower case, and how gladly it is taken. */
export interface LanguageRange {
  readonly range: string;
  /** From 0, "never", to 1. */
  readonly q: number;
}

/**
 * Reads an `Accept-Language` header (RFC 9110 §12.5.4), most welcome first; of equal weights the earlier. What cannot be
 * read is left out. At most 100 ranges and 4 KB are looked at.
 *
 * @example
 * ```ts
 * import { parseAcceptLanguage } from './accept-language.ts';
 * parseAcceptLanguage('en;q=0.5, fr-CH').map(({ range }) => range); // => ['fr-ch', 'en']
 * ```
 */
export function parseAcceptLanguage(header: string): LanguageRange[] {
  const cut = header.length > MOST_CHARACTERS;
  const members = (cut ? header.slice(0, MOST_CHARACTERS) : header).split(',', MOST_RANGES + 1);
  // The last member may have been cut in two, and half a range can mean the opposite of the whole.
  if (cut || members.length > MOST_RANGES) members.pop();
  const ranges: LanguageRange[] = [];
  for (const member of members) {
    const match = RANGE.exec(member.trim());
    if (match !== null && match[1]!.length <= LONGEST_TAG)
      ranges.push({ range: match[1]!.toLowerCase(), q: match[2] === undefined ? 1 : Number(match[2]) });
  }
  return ranges.sort((one, other) => other.q - one.q);
}

/**
 * The tags that a range stands for, most exact first (RFC 4647 §3.4): the end is cut off, part by part, and with it a
 * single letter or digit that would stand there alone.
 *
 * @example
 * ```ts
 * import { fallbacksOf } from './accept-language.ts';
 * fallbacksOf('zh-hant-x-mine'); // => ['zh-hant-x-mine', 'zh-hant', 'zh']
 * ```
 */
export function fallbacksOf(range: string): string[] {
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

const MOST_CHARACTERS = 4_096;
const MOST_RANGES = 100;
// The longest that RFC 5646 §4.4 has to show is 35; nobody's tag is longer than this.
const LONGEST_TAG = 64;
const RANGE = /^(\*|[a-z]{1,8}(?:-[a-z\d]{1,8})*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;
