import { covers, parseAccept, specificity } from './headers/accept.ts';
import type { MediaRange } from './headers/accept.ts';
import { memoizeText } from './memoize-text.ts';
import { parseMediaType } from './headers/media-type.ts';
import type { MediaType } from './headers/media-type.ts';

/** A representation that the server can produce. */
export interface Offer {
  readonly name: string;
  /** The media types that it matches; the first one is sent. */
  readonly types: readonly string[];
  /** Parameters that do not change the representation: a range may have them with any value and still match. */
  readonly ignores?: readonly string[];
}

/** The chosen offer and the reason. */
export interface Negotiated<O extends Offer = Offer> {
  /** Undefined if the client accepts none of them; the caller decides whether that is a 406. */
  readonly offer: O | undefined;
  readonly because: string;
}

/**
 * Chooses the representation that a client prefers (RFC 9110 §12.5.1): the highest weight, then the narrower range,
 * then the order of the server. A weight of 0 excludes. Without an `Accept` header, the first offer is chosen.
 *
 * @throws {TypeError} if there are no offers, or an offer has an invalid media type
 *
 * @example
 * ```ts
 * import { Negotiator } from 'oriel-host/http';
 * const negotiator = new Negotiator([
 *   { name: 'json', types: ['application/json'] },
 *   { name: 'html', types: ['text/html'] },
 * ]);
 * negotiator.negotiate('text/html, application/json;q=0.9').because; // => 'text/html has q=1 in the Accept header'
 * ```
 */
export class Negotiator<O extends Offer = Offer> {
  readonly #candidates: readonly Candidate<O>[];
  readonly #first: string;
  // Servers receive the same few headers again and again.
  readonly #decide = memoizeText((accept) => this.#negotiate(accept), { entries: 256, length: 512 });

  constructor(offers: readonly O[]) {
    if (offers.length === 0) throw new TypeError('A Negotiator needs at least one offer');
    this.#candidates = offers.map((offer) => ({ offer, types: offer.types.map((type) => mediaType(offer, type)) }));
    this.#first = offers[0]!.types[0] ?? offers[0]!.name;
  }

  /** Chooses the offer for an `Accept` header; returns the same object for the same header. */
  negotiate(accept: string | undefined): Negotiated<O> {
    return this.#decide(accept ?? '');
  }

  #negotiate(accept: string): Negotiated<O> {
    const { offer } = this.#candidates[0]!;
    // The list may be empty (RFC 9110 §12.5.1).
    if (/^[\s,]*$/.test(accept))
      return { offer, because: `no Accept header was sent, and ${this.#first} is the default` };
    const ranges = parseAccept(accept);
    if (ranges.length === 0) return { offer: undefined, because: 'the Accept header contains no valid media range' };

    let best: { offer: O; range: MediaRange } | undefined;
    for (const candidate of this.#candidates) {
      for (const type of candidate.types) {
        const range = narrowest(ranges, type, candidate.offer.ignores);
        if (range && range.q > 0 && (!best || isBetter(range, best.range))) best = { offer: candidate.offer, range };
      }
    }
    if (!best) return { offer: undefined, because: 'the Accept header allows none of the available types' };
    return { offer: best.offer, because: `${describe(best.range)} has q=${best.range.q} in the Accept header` };
  }
}

interface Candidate<O> {
  readonly offer: O;
  readonly types: readonly MediaType[];
}

function mediaType(offer: Offer, text: string): MediaType {
  const parsed = parseMediaType(text);
  if (!parsed) throw new TypeError(`Offer "${offer.name}" has the type "${text}", which is not a media type`);
  return parsed;
}

/** Returns the range that applies to a type: the narrowest that covers it, even if a wider one has a higher weight. */
function narrowest(
  ranges: readonly MediaRange[],
  type: MediaType,
  ignores: readonly string[] = NOTHING,
): MediaRange | undefined {
  let found: MediaRange | undefined;
  for (const range of ranges) {
    if (
      covers(ignores.length === 0 ? range : without(range, ignores), type) &&
      (!found || specificity(range) > specificity(found))
    )
      found = range;
  }
  return found;
}

const NOTHING: readonly string[] = [];

function without(range: MediaRange, names: readonly string[]): MediaRange {
  return { ...range, parameters: new Map([...range.parameters].filter(([name]) => !names.includes(name))) };
}

function isBetter(one: MediaRange, other: MediaRange): boolean {
  return one.q > other.q || (one.q === other.q && specificity(one) > specificity(other));
}

function describe(range: MediaRange): string {
  const parameters = [...range.parameters].map(([name, value]) => `;${name}=${value}`).join('');
  return `${range.type}/${range.subtype}${parameters.slice(0, 100)}`;
}
