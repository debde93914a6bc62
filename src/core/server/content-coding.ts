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

const Q = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

// Bounded, because a header may contain thousands of elements.
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
