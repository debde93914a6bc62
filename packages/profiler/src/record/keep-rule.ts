import type { ProfileData, ProfileSummary } from '../profile/profile.ts';
import { parseKeepSearches } from '../store/search/keep-searches.ts';
import { matchesProfile, needsData } from '../store/search/query-match.ts';
import type { Matches } from '../store/search/query-match.ts';
import type { QueryTerm } from '../store/search/profile-query.ts';
import { Date, random } from 'oriel-core/builtins';

/** Which profiles are kept. The decision is made when the response is complete. */
export interface KeepOptions {
  /** Searches in the search language. A profile that matches one of them is kept. */
  readonly keep?: readonly string[] | undefined;
  /** The part of the other profiles that is kept, from 0 to 1. Default 0 if there are searches, otherwise 1. */
  readonly sample?: number | undefined;
  /** The most profiles that are kept per minute. Default: no limit. */
  readonly perMinute?: number | undefined;
}

/** Why a profile was not kept. */
export type NotKept = 'not-kept' | 'over-limit';

/** A profile is kept and represents a number of requests, or it is not kept. */
export type KeepDecision = { readonly weight: number } | { readonly reason: NotKept };

/** Decides which profiles are kept. */
export class KeepRule {
  /** The rule for people: `status:>=400 or has:n1; 1 % of the others; at most 600 per minute`. Undefined if all are kept. */
  readonly description: string | undefined;
  readonly #early: readonly Matches[];
  readonly #late: readonly Matches[];
  readonly #sample: number;
  readonly #limit: MinuteLimit | undefined;

  /** @throws {SyntaxError} if a search is invalid */
  constructor({ keep = [], sample = keep.length === 0 ? 1 : 0, perMinute }: KeepOptions = {}) {
    const searches = parseKeepSearches(keep);
    this.#early = searches.filter((terms) => !terms.some(needsProfile)).map((terms) => matchesProfile({ terms }));
    this.#late = searches.filter((terms) => terms.some(needsProfile)).map((terms) => matchesProfile({ terms }));
    this.#sample = sample;
    this.#limit = perMinute === undefined ? undefined : new MinuteLimit(perMinute);
    this.description = describe(keep, sample, perMinute);
  }

  /**
   * Decides about a profile.
   *
   * @param data the data of the profile, once they were collected
   * @returns undefined if the data are needed
   */
  decide(summary: ProfileSummary, data?: ProfileData): KeepDecision | undefined {
    const isMatch = (matches: Matches): boolean => matches(summary, data);
    if (this.#sample === 1 || this.#early.some(isMatch)) return this.#keep('matched', 1);
    if (this.#late.length > 0) {
      if (data === undefined) return undefined;
      if (this.#late.some(isMatch)) return this.#keep('matched', 1);
    }
    return computeChance(summary) < this.#sample ? this.#keep('sampled', 1 / this.#sample) : { reason: 'not-kept' };
  }

  #keep(kind: 'matched' | 'sampled', weight: number): KeepDecision {
    return this.#limit === undefined ? { weight } : this.#limit.take(kind, weight);
  }
}

/** Admits a number of profiles per minute. The next one represents those that were not admitted as well. */
class MinuteLimit {
  readonly #most: number;
  readonly #missed = { matched: 0, sampled: 0 };
  #minute = 0;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  take(kind: 'matched' | 'sampled', weight: number): KeepDecision {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) this.#count = 0;
    this.#minute = minute;
    if (this.#count >= this.#most) {
      this.#missed[kind] += weight;
      return { reason: 'over-limit' };
    }
    this.#count += 1;
    const all = weight + this.#missed[kind];
    this.#missed[kind] = 0;
    return { weight: all };
  }
}

// The findings and the cost of a profile are known after its data were collected.
function needsProfile(term: QueryTerm): boolean {
  return needsData(term) || term.field === 'finding' || term.field === 'cost';
}

// All services with the same sample keep the same traces. The last 13 digits of a trace ID are random.
function computeChance({ traceId }: ProfileSummary): number {
  return traceId === undefined ? random() : Number.parseInt(traceId.slice(-13), 16) / 2 ** 52;
}

function describe(keep: readonly string[], sample: number, perMinute: number | undefined): string | undefined {
  const part = `${Number((sample * 100).toPrecision(3))} %`;
  const parts = [
    ...(keep.length > 0 && sample < 1 ? [keep.join(' or ')] : []),
    ...(sample < 1 && sample > 0 ? [keep.length > 0 ? `${part} of the others` : `${part} of all requests`] : []),
    ...(sample === 0 && keep.length === 0 ? ['none'] : []),
    ...(perMinute === undefined ? [] : [`at most ${perMinute} per minute`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}
