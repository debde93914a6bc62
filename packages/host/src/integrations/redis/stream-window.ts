import type { TrimOptions } from './stream-reader.ts';

/**
 * The latest messages of a stream, limited by number and by bytes. Redis trims a stream by number or by the oldest id, not
 * by bytes, so a reader of the whole stream computes the oldest id.
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
    // The newest message always stays: without it readers would lose their position.
    while (this.#isOver && this.#first < this.#kept.length - 1) this.#size -= this.#kept[this.#first++]!.size;
    if (this.#first < 512 || this.#first * 2 < this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
    this.#dropped = true;
  }

  /** The id of the oldest message that should stay; undefined if all may stay. */
  get oldest(): string | undefined {
    return this.#first > 0 || this.#dropped ? this.#kept[this.#first]!.id : undefined;
  }

  get #isOver(): boolean {
    return this.#kept.length - this.#first > this.#count || this.#size > this.#bytes;
  }
}

/** Returns the trim options of the first window that is full. */
export function trimTo(windows: Iterable<StreamWindow>, count: number): TrimOptions['TRIM'] {
  for (const { oldest } of windows) {
    if (oldest === undefined) continue;
    // An id starts with its time in milliseconds.
    return { strategy: 'MINID', strategyModifier: '~', threshold: Number(oldest.split('-')[0]) };
  }
  return { strategy: 'MAXLEN', strategyModifier: '~', threshold: count };
}
