/**
 * Names for profiles: a counter that the storage hands out in blocks, sent through a permutation of 24 bits so that
 * neighbours look nothing alike. No two profiles ever get the same one, and nobody has to look whether one is taken.
 */
export const PROFILE_TOKENS = 2 ** 24;

const MASK = PROFILE_TOKENS - 1;
const INVERSE_1 = 0xb382c9;
const INVERSE_2 = 0x69e44f;
const INVERSE_3 = 0x3a33c3;
const FIRST_RETRY = 20;
const LAST_RETRY = 1000;

/** What is known of a token where tokens are handed out: whether a request has had it, or will. */
export type TokenUse = 'given' | 'unused';

/** Where profile tokens come from, and how many at a time. */
export interface ProfileTokenSource {
  /** Leases numbers that nobody else has; undefined when none can be had now. {@link ProfileStorage.lease} is one. */
  readonly lease: (count: number) => readonly number[] | undefined;
  /** How many are leased at a time. Default 256; more, up to sixteen times as many, when they go fast. */
  readonly block?: number;
}

/** Hands out profile tokens without ever asking the storage on a request's path. */
export class ProfileTokenAllocator {
  readonly #lease: ProfileTokenSource['lease'];
  readonly #least: number;
  #block: number;
  #before: readonly number[] = [];
  #tokens: readonly number[] = [];
  #spare: readonly number[] | undefined;
  #at = 0;
  #refilling = false;
  #refilledAt = 0;
  #retry = FIRST_RETRY;

  constructor({ lease, block = 256 }: ProfileTokenSource) {
    this.#lease = lease;
    this.#least = block;
    this.#block = block;
    this.#refill();
  }

  /** A token no other profile has; undefined when the lease has run out, which leaves the request unrecorded. */
  next(): string | undefined {
    if (this.#at >= this.#tokens.length && this.#spare) {
      this.#before = this.#tokens;
      this.#tokens = this.#spare;
      this.#spare = undefined;
      this.#at = 0;
    }
    if (!this.#spare && !this.#refilling && this.#at * 2 >= this.#tokens.length) this.#refillSoon();
    const number = this.#tokens[this.#at];
    if (number === undefined) return undefined;
    this.#at += 1;
    return toProfileToken(number);
  }

  /** Has a request had this token, or is it set aside for one to come? Undefined when neither is known any more. */
  useOf(token: string): TokenUse | undefined {
    const number = fromProfileToken(token);
    if (number === undefined) return undefined;
    const at = this.#tokens.indexOf(number);
    if (at >= this.#at || this.#spare?.includes(number) === true) return 'unused';
    return at >= 0 || this.#before.includes(number) ? 'given' : undefined;
  }

  #refillSoon(): void {
    this.#refilling = true;
    setImmediate(() => this.#refill());
  }

  #refill(): void {
    const now = performance.now();
    const fast = this.#refilledAt > 0 && now - this.#refilledAt < 1000;
    this.#block = fast ? Math.min(this.#block * 2, this.#least * 16) : this.#least;
    const numbers = this.#lease(this.#block);
    this.#refilling = numbers === undefined;
    if (numbers) {
      this.#refilledAt = now;
      this.#retry = FIRST_RETRY;
      this.#spare = numbers;
      return;
    }
    setTimeout(() => this.#refill(), this.#retry).unref();
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
  }
}

/** The token of a number below 2^24: six lowercase hex digits. */
export function toProfileToken(number: number): string {
  return number.toString(16).padStart(6, '0');
}

/** The number of a token; undefined when it is none. */
export function fromProfileToken(token: string): number | undefined {
  if (token.length !== 6) return undefined;
  let number = 0;
  // Each profile is asked several times, and an expression takes five times as long.
  for (let i = 0; i < 6; i++) {
    const code = token.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) number = number * 16 + code - 0x30;
    else if (code >= 0x61 && code <= 0x66) number = number * 16 + code - 0x57;
    else return undefined;
  }
  return number;
}

/** The count-th number: each number below 2^24 comes once before any comes again. */
export function scatter(count: number): number {
  // Each step can be undone on 24 bits (odd factors, shifts that keep the upper half), so the whole is a bijection.
  let number = Math.imul(count & MASK, 0x9e3779) & MASK;
  number ^= number >>> 12;
  number = Math.imul(number, 0xc2b2af) & MASK;
  number ^= number >>> 11;
  number = Math.imul(number, 0x27d4eb) & MASK;
  return number ^ (number >>> 13);
}

/** Which of them a number is: undoes {@link scatter}. Tokens that were leased together lie together then. */
export function gather(number: number): number {
  // The last step first. What a shift has mixed in is taken out by the same shift; the factors are the inverses modulo 2^24.
  let count = number ^ (number >>> 13);
  count = Math.imul(count, INVERSE_3) & MASK;
  count ^= (count >>> 11) ^ (count >>> 22);
  count = Math.imul(count, INVERSE_2) & MASK;
  count ^= count >>> 12;
  return Math.imul(count, INVERSE_1) & MASK;
}

/**
 * How many tokens a counter has given since it gave this one, itself included: 1 is the newest, Infinity one that it never
 * gave. Undefined when it is no token.
 * @param next what the counter stands at
 * @param given how many it has given in all
 */
export function givenSince(token: string, next: number, given: number): number | undefined {
  const number = fromProfileToken(token);
  if (number === undefined) return undefined;
  const since = (next - gather(number)) & MASK;
  // What comes next has been given once round ago, if at all.
  const whole = since === 0 ? PROFILE_TOKENS : since;
  return whole <= given ? whole : Infinity;
}
