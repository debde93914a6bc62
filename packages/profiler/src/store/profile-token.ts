import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { clearImmediate, performance, setImmediate, setTimeout } from 'oriel-core/builtins';

/**
 * The number of profile tokens. A token is the value of a counter, which the storage leases in blocks, after a permutation of
 * 24 bits, so that consecutive tokens look different. No two profiles have the same token, without a check for duplicates.
 */
export const PROFILE_TOKENS = 2 ** 24;

const MASK = PROFILE_TOKENS - 1;
const INVERSE_1 = 0xb382c9;
const INVERSE_2 = 0x69e44f;
const INVERSE_3 = 0x3a33c3;
const INITIAL_RETRY = 20;
const LAST_RETRY = 1000;
/** A lease lasts for about this many milliseconds. */
const AHEAD = 60_000;

/** The state of a token in this process: given to a request, or still unused. */
export type TokenUse = 'given' | 'unused';

/** The state of a token in the process that records: its request is running, or its profile was not kept, or its use. */
export type TokenState = 'running' | 'not-kept' | 'over-limit' | TokenUse;

/** The source of profile tokens. */
export interface ProfileTokenSource {
  /** Leases unique numbers; returns undefined if none are available now. {@link ProfileStorage.lease} implements it. */
  readonly lease: (count: number) => MaybePromise<readonly number[] | undefined>;
  /** The number of tokens per lease. Default 256; up to sixteen times as many, if a minute needs them. */
  readonly block?: number;
}

/** Allocates profile tokens. Requests never wait for a storage that is locked or fails. */
export class ProfileTokenAllocator {
  readonly #lease: ProfileTokenSource['lease'];
  readonly #least: number;
  #block: number;
  #usedTokens: readonly number[] = [];
  #tokens: readonly number[] = [];
  #spare: readonly number[] | undefined;
  #index = 0;
  #refilling = false;
  #lateLease: Promise<void> | undefined;
  #scheduled: NodeJS.Immediate | undefined;
  #refilledAt = 0;
  #retry = INITIAL_RETRY;

  constructor({ lease, block = 256 }: ProfileTokenSource) {
    this.#lease = lease;
    this.#least = block;
    this.#block = block;
    this.#refill();
  }

  /** Returns a unique token; undefined if the lease is used up, so that the request is not recorded. */
  next(): string | undefined {
    if (this.#index >= this.#tokens.length) this.#takeSpare();
    if (!this.#spare && !this.#refilling && this.#lateLease === undefined && this.#index * 2 >= this.#tokens.length)
      this.#refillSoon();
    const number = this.#tokens[this.#index];
    if (number === undefined) return undefined;
    this.#index += 1;
    return toProfileToken(number);
  }

  /** Resolves when the storage has answered the request for tokens; undefined if no answer is awaited. */
  get lateLease(): Promise<void> | undefined {
    return this.#lateLease;
  }

  /** Returns whether a token was given to a request or is still unused; undefined if unknown. */
  getUse(token: string): TokenUse | undefined {
    const number = fromProfileToken(token);
    if (number === undefined) return undefined;
    const index = this.#tokens.indexOf(number);
    if (index >= this.#index || this.#spare?.includes(number) === true) return 'unused';
    return index >= 0 || this.#usedTokens.includes(number) ? 'given' : undefined;
  }

  #takeSpare(): void {
    // One turn of the event loop can send more responses than a lease has tokens. A storage that failed is not tried here.
    if (!this.#spare && this.#lateLease === undefined && this.#retry === INITIAL_RETRY) this.#refill();
    if (!this.#spare) return;
    this.#usedTokens = this.#tokens;
    this.#tokens = this.#spare;
    this.#spare = undefined;
    this.#index = 0;
  }

  #refillSoon(): void {
    this.#refilling = true;
    this.#scheduled = setImmediate(() => this.#refill());
  }

  #refill(): void {
    clearImmediate(this.#scheduled);
    if (this.#lateLease !== undefined) return;
    const now = performance.now();
    // Enough for a while, so that requests are recorded although the storage is not available.
    const needed = this.#refilledAt === 0 ? 0 : Math.round((this.#block * AHEAD) / (now - this.#refilledAt));
    this.#block = Math.min(Math.max(needed, this.#least), this.#least * 16);
    const leased = this.#lease(this.#block);
    if (!isPromise(leased)) return this.#receive(leased, now);
    const receive = (numbers: readonly number[] | undefined): void => {
      this.#lateLease = undefined;
      this.#receive(numbers, now);
    };
    // Requests that arrive before a storage on another machine has answered have no token yet. An unhandled rejection would end the process.
    this.#lateLease = Promise.resolve(leased).then(receive, () => receive(undefined));
  }

  #receive(numbers: readonly number[] | undefined, now: number): void {
    this.#refilling = numbers === undefined;
    if (numbers) {
      this.#refilledAt = now;
      this.#retry = INITIAL_RETRY;
      this.#spare = numbers;
      return;
    }
    setTimeout(() => this.#refill(), this.#retry).unref();
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
  }
}

/** Converts a number below 2^24 to a token: six lowercase hexadecimal digits. */
export function toProfileToken(number: number): string {
  return number.toString(16).padStart(6, '0');
}

/** Converts a token to its number; returns undefined for an invalid token. */
export function fromProfileToken(token: string): number | undefined {
  if (token.length !== 6) return undefined;
  let number = 0;
  // Called several times per profile, and a regular expression is slower.
  for (let i = 0; i < 6; i++) {
    const code = token.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) number = number * 16 + code - 0x30;
    else if (code >= 0x61 && code <= 0x66) number = number * 16 + code - 0x57;
    else return undefined;
  }
  return number;
}

/** Permutes the numbers below 2^24. */
export function scatter(count: number): number {
  // Each step is invertible on 24 bits (odd factors, shifts that keep the upper half), so this is a bijection.
  let number = Math.imul(count & MASK, 0x9e3779) & MASK;
  number ^= number >>> 12;
  number = Math.imul(number, 0xc2b2af) & MASK;
  number ^= number >>> 11;
  number = Math.imul(number, 0x27d4eb) & MASK;
  return number ^ (number >>> 13);
}

/** Returns the place of a token in the order of leases; undefined for an invalid token. */
export function getLease(token: string): number | undefined {
  const number = fromProfileToken(token);
  return number === undefined ? undefined : gather(number);
}

/** The inverse of {@link scatter}. Tokens that were leased together have consecutive results. */
export function gather(number: number): number {
  // Inverts the steps from last to first: shifts by the same shifts, factors by their inverses modulo 2^24.
  let count = number ^ (number >>> 13);
  count = Math.imul(count, INVERSE_3) & MASK;
  count ^= (count >>> 11) ^ (count >>> 22);
  count = Math.imul(count, INVERSE_2) & MASK;
  count ^= count >>> 12;
  return Math.imul(count, INVERSE_1) & MASK;
}

/**
 * Returns how many tokens were given since this one, including it: 1 for the newest, Infinity for one that was never
 * given. Returns undefined for an invalid token.
 * @param next the current value of the counter
 * @param given the total number of given tokens
 */
export function givenSince(token: string, next: number, given: number): number | undefined {
  const lease = getLease(token);
  if (lease === undefined) return undefined;
  const since = (next - lease) & MASK;
  // The next number was given one full round ago, if at all.
  const distance = since === 0 ? PROFILE_TOKENS : since;
  return distance <= given ? distance : Infinity;
}
