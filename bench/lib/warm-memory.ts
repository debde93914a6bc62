import type { MemoryParts } from './memory-parts.ts';

/**
 * Detects when the memory of a busy process is warm: the young generation has reached its maximum size, which needs as many
 * surviving objects as it holds, and the old generation was collected after that.
 */
export class WarmMemory {
  #collected: number | undefined;

  /** Returns whether the memory is warm. Must be called with each measurement. */
  isWarm({ youngSize, collections }: MemoryParts): boolean {
    if (youngSize >= FULL) this.#collected ??= collections;
    return this.#collected !== undefined && collections > this.#collected;
  }
}

/** Returns the parts of the memory in megabytes as one line. */
export function describeMemory({ rss, files, young, youngSize, old, rest }: MemoryParts): string {
  return `RSS ${megabytes(rss)} MB = files ${megabytes(files)} + young ${megabytes(young)} of ${megabytes(youngSize)} + old ${megabytes(old)} + rest ${megabytes(rest)}`;
}

// Two semi-spaces of 64 MB, the default on 64-bit platforms.
const FULL = 128 * 2 ** 20;

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
