import type { TrimOptions } from './stream-reader.ts';

/**
 * What a stream should keep: the latest of its messages, bounded by number and by bytes. Redis bounds a stream by number or
 * by the oldest that stays, and knows nothing of bytes; so whoever reads all of it tells the oldest.
 */
export class StreamWindow {
  readonly #count: number;
  readonly #bytes: number;
  #kept: { readonly id: string; readonly size: number }[] = [];
  #first = 0;
  #size = 0;
  #dropped = false;

  constructor(count: number, bytes: number) {
    this.#count = count;
    this.#bytes = bytes;
  }

  add(id: string, size: number): void {
    this.#kept.push({ id, size });
    this.#size += size;
    // The newest stays, however large: without any nobody would know where they are.
    while (this.#isOver && this.#first < this.#kept.length - 1) this.#size -= this.#kept[this.#first++]!.size;
    if (this.#first < 512 || this.#first * 2 < this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
    this.#dropped = true;
  }

  /** The oldest that should stay; undefined while all may. */
  get oldest(): string | undefined {
    return this.#first > 0 || this.#dropped ? this.#kept[this.#first]!.id : undefined;
  }

  get #isOver(): boolean {
    return this.#kept.length - this.#first > this.#count || this.#size > this.#bytes;
  }
}

/** How to keep the stream as short as the first of these says that is full. */
export function trimTo(windows: Iterable<StreamWindow>, count: number): TrimOptions['TRIM'] {
  for (const { oldest } of windows) {
    if (oldest === undefined) continue;
    // An id begins with its millisecond.
    return { strategy: 'MINID', strategyModifier: '~', threshold: Number(oldest.split('-')[0]) };
  }
  return { strategy: 'MAXLEN', strategyModifier: '~', threshold: count };
}
