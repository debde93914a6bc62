/**
 * Iterates over several ordered lists as one ordered list without duplicates. Lists are merged lazily, and a single list,
 * the most common case, is read directly.
 */
export class MergedEntries<T extends { readonly order: number }> {
  #only: readonly T[] | undefined;
  #lists: (readonly T[])[] | undefined;
  #cursors: number[] | undefined;
  #index = 0;
  #last = -1;

  get isEmpty(): boolean {
    return this.#only === undefined;
  }

  addCandidates(list: readonly T[]): void {
    if (!this.#only) {
      this.#only = list;
      return;
    }
    this.#lists ??= [this.#only];
    this.#cursors ??= [0];
    this.#lists.push(list);
    this.#cursors.push(0);
  }

  /** Returns the next entry, or undefined at the end. */
  next(): T | undefined {
    if (!this.#lists || !this.#cursors) return this.#only?.[this.#index++];
    for (;;) {
      const entry = this.#smallest(this.#lists, this.#cursors);
      if (!entry || entry.order !== this.#last) {
        this.#last = entry?.order ?? -1;
        return entry;
      }
    }
  }

  #smallest(lists: readonly (readonly T[])[], cursors: number[]): T | undefined {
    let best: T | undefined;
    let from = 0;
    for (let index = 0; index < cursors.length; index++) {
      const entry = lists[index]?.[cursors[index] as number];
      if (entry && (!best || entry.order < best.order)) {
        best = entry;
        from = index;
      }
    }
    if (best) cursors[from] = (cursors[from] as number) + 1;
    return best;
  }
}
