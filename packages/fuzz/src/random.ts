/** Random choices that are the same for the same seed. */
export class Random {
  #state: number;

  /** @param seeds integers, such as the seed of a run and the number of a case */
  constructor(...seeds: number[]) {
    this.#state = seeds.reduce((state, seed) => Math.imul(state ^ seed, 0x9e3779b1) + 0x7f4a7c15, 0x243f6a88);
  }

  /** Returns an integer from 0 to `below - 1`. */
  integer(below: number): number {
    return Math.floor(this.#next() * below);
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** Returns an element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.integer(list.length)]!;
  }

  // mulberry32
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
