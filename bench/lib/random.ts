/** A random number generator with the same numbers in every run (xorshift). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 0x9e37_79b9) | 1;
  }

  /** @returns a whole number from 0 to `end - 1` */
  below(end: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % end;
  }

  pick<T>(list: readonly T[]): T {
    return list.at(this.below(list.length))!;
  }

  words(from: readonly string[], count: number): string {
    return Array.from({ length: count }, () => this.pick(from)).join(' ');
  }

  shuffle<T>(list: readonly T[]): T[] {
    const result = [...list];
    for (let index = result.length - 1; index > 0; index--) {
      const other = this.below(index + 1);
      [result[index], result[other]] = [result.at(other)!, result.at(index)!];
    }
    return result;
  }
}
