import { getMediaType } from './media-type.ts';
import type { MediaType } from './media-type.ts';
import { parseWeightedList } from './weighted-list.ts';
import type { WeightedListOptions, WeightedMember } from './weighted-list.ts';

/** One range of an `Accept` header and its weight. */
export interface MediaRange extends MediaType {
  /** From 0, "not acceptable", to 1. */
  readonly q: number;
}

/**
 * Parses an `Accept` header (RFC 9110 §12.5.1). Invalid ranges are ignored; a weight
 * that is not a number between 0 and 1 makes its range invalid. At most 64 ranges and 4 KB are read.
 *
 * @param value the value of the header, several lines joined with commas
 * @returns the ranges in the order sent
 *
 * @example
 * ```ts
 * import { parseAccept } from 'oriel-host/http';
 * parseAccept('text/html, application/json;q=0.5').map(({ subtype, q }) => [subtype, q]); // => [['html', 1], ['json', 0.5]]
 * ```
 */
export function parseAccept(value: string): MediaRange[] {
  return parseWeightedList(value, LIST).flatMap((member) => parseRange(member) ?? []);
}

/**
 * Returns whether a range covers a type. The type must have every parameter of the range; `charset=utf-8` counts as
 * present, because clients send it and all responses are in UTF-8.
 *
 * @example
 * ```ts
 * import { covers } from './accept.ts';
 * import { parseMediaType } from 'oriel-host/http';
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

/** Returns the specificity of a range: 0 for any type, 1 for `text/*`, 2 for `text/html`, one more for each parameter. */
export function specificity(range: MediaType): number {
  if (range.type === '*') return 0;
  return range.subtype === '*' ? 1 : 2 + range.parameters.size;
}

const LIST: WeightedListOptions = { maxMembers: 64, maxDecimals: 6 };

// Parameters after the weight are extensions of the header and not part of the type (RFC 7231 §5.3.2).
function parseRange({ parts, q }: WeightedMember): MediaRange | undefined {
  if (q === undefined) return undefined;
  // Some Java clients send a single star.
  const range = getMediaType(parts[0] === '*' ? ['*/*', ...parts.slice(1)] : parts);
  if (!range || (range.type === '*' && range.subtype !== '*')) return undefined;
  return { ...range, q };
}
