import { isLoopbackName } from '../../core/http/authority.ts';

/**
 * How many streams each address holds. Unless the application has said how many, this machine may hold any number: whoever
 * comes from here is its own, or a proxy that nobody has listed, which speaks for everybody.
 */
export class StreamLimiter {
  readonly #most: number;
  readonly #sparesLoopback: boolean;
  readonly #keyOf: (address: string) => string;
  readonly #streams = new Map<string, number>();

  /**
   * @param most as the application has said it, if it has
   * @param keyOf whom an address stands for: of IPv6 everybody has many
   */
  constructor(most: number | undefined, usual: number, keyOf: (address: string) => string) {
    this.#most = most ?? usual;
    this.#sparesLoopback = most === undefined;
    this.#keyOf = keyOf;
  }

  /** Is there room for another stream? */
  allows(address: string): boolean {
    const key = this.#keyOf(address);
    if ((this.#streams.get(key) ?? 0) < this.#most) return true;
    return this.#sparesLoopback && (address === '::1' || isLoopbackName(key));
  }

  add(address: string): void {
    const key = this.#keyOf(address);
    this.#streams.set(key, (this.#streams.get(key) ?? 0) + 1);
  }

  delete(address: string): void {
    const key = this.#keyOf(address);
    const left = (this.#streams.get(key) ?? 0) - 1;
    if (left > 0) this.#streams.set(key, left);
    else this.#streams.delete(key);
  }
}
