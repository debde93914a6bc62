import { isLoopbackName } from 'oriel-core/http';

/**
 * Limits the number of open streams per client address. Loopback addresses are unlimited by default, because a reverse
 * proxy that is not listed in `proxies` connects for all its clients.
 */
export class StreamLimiter {
  readonly #limit: number;
  readonly #exemptsLoopback: boolean;
  readonly #keyOf: (address: string) => string;
  readonly #streams = new Map<string, number>();

  /**
   * @param limit the configured limit; undefined for the default, which exempts loopback addresses
   * @param keyOf returns the key that addresses of one client share, such as the /64 of an IPv6 address
   */
  constructor(limit: number | undefined, defaultLimit: number, keyOf: (address: string) => string) {
    this.#limit = limit ?? defaultLimit;
    this.#exemptsLoopback = limit === undefined;
    this.#keyOf = keyOf;
  }

  /** Returns true if the address may open another stream. */
  allows(address: string): boolean {
    const key = this.#keyOf(address);
    if ((this.#streams.get(key) ?? 0) < this.#limit) return true;
    return this.#exemptsLoopback && (address === '::1' || isLoopbackName(key));
  }

  add(address: string): void {
    const key = this.#keyOf(address);
    this.#streams.set(key, (this.#streams.get(key) ?? 0) + 1);
  }

  delete(address: string): void {
    const key = this.#keyOf(address);
    const count = (this.#streams.get(key) ?? 0) - 1;
    if (count > 0) this.#streams.set(key, count);
    else this.#streams.delete(key);
  }
}
