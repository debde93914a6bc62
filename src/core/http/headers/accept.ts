import { parseMediaType, splitUnquoted } from './media-type.ts';
import type { MediaType } from './media-type.ts';

/** One member of an `Accept` header: what the client would take, and how gladly. */
export interface MediaRange extends MediaType {
  /** From 0, "never", to 1. */
  readonly q: number;
}

/**
 * Reads an `Accept` header (RFC 9110 §12.5.1). What cannot be read is left out, as if it had not been sent: a weight
 * that is no number between 0 and 1 makes its range unreadable. At most 64 ranges and 4 KB are looked at.
 *
 * @param value the header's value, several lines joined with commas
 * @returns the ranges in the order sent
 *
 * @example
 * ```ts
 * import { parseAccept } from 'oriel/http';
 * parseAccept('text/html, application/json;q=0.5').map(({ subtype, q }) => [subtype, q]); // => [['html', 1], ['json', 0.5]]
 * ```
 */
export function parseAccept(value: string): MediaRange[] {
  const cut = value.length > MOST_CHARACTERS;
  const members = splitUnquoted(cut ? value.slice(0, MOST_CHARACTERS) : value, ',');
  // The last member may have been cut in two, and half a range can mean the opposite of the whole.
  if (cut) members.pop();
  return members.slice(0, MOST_RANGES).flatMap((member) => parseRange(member) ?? []);
}

/**
 * Does the range take this type? Every parameter of the range must be one of the type; `charset=utf-8` counts as
 * present, because clients write it and everything here is written in UTF-8.
 *
 * @example
 * ```ts
 * import { covers } from './accept.ts';
 * import { parseMediaType } from 'oriel/http';
 * covers(parseMediaType('text/*')!, parseMediaType('text/html')!); // => true
 * ```
 */
export function covers(range: MediaType, type: MediaType): boolean {
  if (range.type !== '*' && range.type !== type.type) return false;
  if (range.subtype !== '*' && range.subtype !== type.subtype) return false;
  for (const [name, value] of range.parameters) {
    const expected = type.parameters.get(name) ?? (name === 'charset' ? 'utf-8' : undefined);
    if (expected?.toLowerCase() !== value.toLowerCase()) return false;
  }
  return true;
}

/** How narrow a range is: 0 for anything at all, 1 for `text/*`, 2 for `text/html`, one more for each parameter. */
export function specificity(range: MediaType): number {
  if (range.type === '*') return 0;
  return range.subtype === '*' ? 1 : 2 + range.parameters.size;
}

const MOST_CHARACTERS = 4_096;
const MOST_RANGES = 64;
const WEIGHT = /^(?:0?\.\d{1,6}|0\.?|1(?:\.0{0,6})?)$/;

function parseRange(member: string): MediaRange | undefined {
  // Clients written in Java have sent a lone star for decades.
  const parsed = parseMediaType(/^\*\s*(?:;|$)/.test(member) ? `*/*${member.slice(1)}` : member);
  if (!parsed || (parsed.type === '*' && parsed.subtype !== '*')) return undefined;

  const parameters = new Map<string, string>();
  let q = 1;
  for (const [name, value] of parsed.parameters) {
    if (name === 'q') {
      if (!WEIGHT.test(value)) return undefined;
      q = Number(value);
      // Whatever follows the weight was an extension of the header, never part of the type (RFC 7231 §5.3.2).
      break;
    }
    parameters.set(name, value);
  }
  return { type: parsed.type, subtype: parsed.subtype, parameters, q };
}
