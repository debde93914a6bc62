/** A content coding (RFC 9110 §8.4.1) that the server can apply. */
export type Coding = 'br' | 'gzip' | 'zstd';

/**
 * Chooses the coding a client likes best (RFC 9110 §12.5.3): the highest weight, then the server's order. A client that
 * prefers `identity` by weight gets it; so does one that takes nothing on offer, because an answer it may be able to
 * read is worth more than none.
 *
 * @param accept the `Accept-Encoding` header, if there was one
 * @param offered in the server's order
 * @returns undefined for identity
 */
export function chooseCoding(accept: string | undefined, offered: readonly Coding[]): Coding | undefined {
  if (accept === undefined || accept === '') return undefined;
  const weights = parseWeights(accept);
  const others = weights.get('*');
  let best: Coding | undefined;
  // A client that names codings wants them; identity competes only when it is named itself.
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

const Q = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

// Bounded, since a header may hold thousands of elements and nobody needs more than a few.
const MOST_ELEMENTS = 32;

function parseWeights(accept: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of accept.split(',', MOST_ELEMENTS)) {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim());
    if (name === '') continue;
    const weight = parameters.map((parameter) => Q.exec(parameter)?.[1]).find((q) => q !== undefined);
    weights.set(name.toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  return weights;
}
