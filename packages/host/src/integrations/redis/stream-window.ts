import type { TrimOptions } from './stream-reader.ts';

/**
 * The latest messages of a stream, limited by number and by bytes. Redis trims a stream by number or by the oldest id, not
 * by bytes, so a reader of the whole stream computes the oldest id.
 */
export class StreamWindow {
  readonly #count: number;
  readonly #bytes: number;
  readonly #messages: { readonly id: string; readonly size: number }[] = [];
  #size = 0;
  #isFull = false;

  constructor(count: number, bytes: number) {
    this.#count = count;
    this.#bytes = bytes;
  }

  add(id: string, size: number): void {
    this.#messages.push({ id, size });
    this.#size += size;
    // The newest message always stays: without it readers would lose their position.
    while (this.#messages.length > 1 && (this.#messages.length > this.#count || this.#size > this.#bytes)) {
      this.#size -= this.#messages.shift()!.size;
      this.#isFull = true;
    }
  }

  /** The id of the oldest message that should stay; undefined if all may stay. */
  get oldest(): string | undefined {
    return this.#isFull ? this.#messages[0]!.id : undefined;
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
