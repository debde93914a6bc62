import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Date } from 'oriel-core/builtins';

/** Compares two texts in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(computeDigest(one), computeDigest(other));
}

/** Returns a digest with a random key of this process, to look up secrets without comparing them byte by byte. */
export function computeDigest(text: string): Buffer {
  return createHmac('sha256', COMPARING).update(text).digest();
}

const COMPARING = randomBytes(16);

/**
 * Limits guesses of a secret: after {@link MAX_FAILURES} failures of one address within a minute, nothing that this
 * address sends is compared until the minute is over. Memory is bounded: beyond {@link MAX_ADDRESSES} addresses, the
 * oldest entry is removed, so that using many addresses does not lock out other clients.
 */
export class KeyAttempts {
  readonly #failures = new Map<string, { count: number; readonly until: number }>();

  /** Returns the seconds to wait before the next attempt of an address, 0 if it may try now. */
  secondsToWait(address: string): number {
    const known = this.#failures.get(address);
    if (known === undefined) return 0;
    const remainingMs = known.until - Date.now();
    if (remainingMs <= 0) {
      this.#failures.delete(address);
      return 0;
    }
    return known.count < MAX_FAILURES ? 0 : Math.ceil(remainingMs / 1_000);
  }

  fail(address: string): void {
    const known = this.#failures.get(address);
    if (known !== undefined && known.until > Date.now()) {
      known.count++;
      return;
    }
    this.#failures.delete(address);
    if (this.#failures.size >= MAX_ADDRESSES) this.#failures.delete(this.#failures.keys().next().value!);
    this.#failures.set(address, { count: 1, until: Date.now() + WINDOW_MS });
  }

  get size(): number {
    return this.#failures.size;
  }
}

/** The number of failures of an address within a minute after which its attempts are rejected. */
export const MAX_FAILURES = 10;

export const MAX_ADDRESSES = 10_000;

const WINDOW_MS = 60_000;
