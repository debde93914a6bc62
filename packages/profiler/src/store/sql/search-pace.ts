import { performance } from 'oriel-core/builtins';

/** Determines how many profiles to read before the clock is checked again: about as many as take `step` milliseconds. */
export class SearchPace {
  readonly #began = performance.now();
  #last: number | undefined;
  readonly #step: number;
  readonly #largest: number;
  #size: number;

  /** @param options `size`: the number of the first step; `step`: milliseconds; `largest`: the highest number */
  constructor({ size, step, largest }: { readonly size: number; readonly step: number; readonly largest: number }) {
    this.#size = size;
    this.#step = step;
    this.#largest = largest;
  }

  next(): number {
    const now = performance.now();
    if (this.#last !== undefined) {
      const factor = Math.min(4, this.#step / Math.max(now - this.#last, 0.1));
      this.#size = Math.max(SMALLEST, Math.min(this.#largest, Math.round(this.#size * factor)));
    }
    this.#last = now;
    return this.#size;
  }

  /** Milliseconds since the search began. */
  get elapsed(): number {
    return performance.now() - this.#began;
  }
}

const SMALLEST = 16;
