/** How much a search looks at before it looks at the clock again: about as much as takes four milliseconds. */
export class SearchPace {
  readonly #began: number;
  #last: number | undefined;
  #size: number;

  constructor(size: number, began: number) {
    this.#size = size;
    this.#began = began;
  }

  /** How many profiles to look at next, judged by how long the last took. */
  next(): number {
    const now = performance.now();
    if (this.#last !== undefined) {
      const factor = Math.min(4, WANTED / Math.max(now - this.#last, 0.1));
      this.#size = Math.max(LEAST, Math.min(MOST, Math.round(this.#size * factor)));
    }
    this.#last = now;
    return this.#size;
  }

  /** Milliseconds since the search began. */
  get elapsed(): number {
    return performance.now() - this.#began;
  }
}

const WANTED = 4;
const LEAST = 16;
const MOST = 20_000;
