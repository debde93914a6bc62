/** A pseudorandom number generator (mulberry32), which repeats its numbers for the same seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(maximum: number): number {
    return Math.floor(this.next() * maximum);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  letters(length: number): string {
    return Array.from({ length }, () => this.pick(LETTERS)).join('');
  }
}

const LETTERS: readonly string[] = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'];
