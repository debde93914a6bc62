import { parseWeightedList } from './headers/weighted-list.ts';

/** A content coding (RFC 9110 §8.4.1) that the server can apply. */
export type Coding = 'br' | 'gzip' | 'zstd';

/**
 * Chooses the content coding of a response (RFC 9110 §12.5.3): the highest weight, then the order of the server. Identity is
 * used if its weight is higher, or if the client accepts no offered coding.
 *
 * @param accept the `Accept-Encoding` header
 * @param offered the codings of the server, in order of preference
 * @returns undefined for identity
 */
export function chooseCoding(accept: string | undefined, offered: readonly Coding[]): Coding | undefined {
  if (accept === undefined || accept === '') return undefined;
  const weights = parseWeights(accept);
  const others = weights.get('*');
  let best: Coding | undefined;
  // Identity competes only if the client lists it.
  let highest = weights.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? (coding === 'gzip' ? weights.get('x-gzip') : undefined) ?? others ?? 0;
    if (weight > highest || (weight === highest && best === undefined && weight > 0)) {
      best = coding;
      highest = weight;
    }
  }
  return best;
}

const LIST = { maxMembers: 32 };

function parseWeights(accept: string): Map<string, number> {
  // A coding with an invalid weight is accepted, because the client can decode it.
  return new Map(parseWeightedList(accept, LIST).map(({ parts, q = 1 }) => [parts[0]!.toLowerCase(), q]));
}
