/**
 * Limits guesses of a secret: after {@link MOST_FAILURES} failures of one address within a minute, nothing that this
 * address presents is compared until the minute is over. Memory is bounded: beyond {@link MOST_ADDRESSES} addresses the
 * one whose minute began first is forgotten, so that nobody locks others out by using many addresses.
 */
export class KeyAttempts {
  readonly #failures = new Map<string, { count: number; readonly until: number }>();

  /** Returns the seconds to wait before the next attempt of an address, 0 if it may try now. */
  secondsToWait(address: string): number {
    const known = this.#failures.get(address);
    if (known === undefined) return 0;
    const left = known.until - Date.now();
    if (left <= 0) {
      this.#failures.delete(address);
      return 0;
    }
    return known.count < MOST_FAILURES ? 0 : Math.ceil(left / 1_000);
  }

  /** Counts a failure. */
  fail(address: string): void {
    const known = this.#failures.get(address);
    if (known !== undefined && known.until > Date.now()) {
      known.count++;
      return;
    }
    this.#failures.delete(address);
    if (this.#failures.size >= MOST_ADDRESSES) this.#failures.delete(this.#failures.keys().next().value!);
    this.#failures.set(address, { count: 1, until: Date.now() + WINDOW_MS });
  }

  /** Number of addresses remembered. */
  get size(): number {
    return this.#failures.size;
  }
}

/** Failures of one address within a minute before its attempts are refused. */
export const MOST_FAILURES = 10;

/** Addresses remembered at most. */
export const MOST_ADDRESSES = 10_000;

const WINDOW_MS = 60_000;
