import type { MemoryParts } from './memory-parts.ts';

/**
 * Knows when the memory of a process that works is warm: V8 has made the young generation as large as it ever will, which
 * it does when as much has survived as it holds, and the old one has been collected since, which until then only grows.
 */
export class WarmMemory {
  #collected: number | undefined;

  /** Is it warm by now? To be told of each look. */
  sees({ youngSize, collections }: MemoryParts): boolean {
    if (youngSize >= FULL) this.#collected ??= collections;
    return this.#collected !== undefined && collections > this.#collected;
  }
}

/** In one line, in megabytes. */
export function inParts({ rss, files, young, youngSize, old, rest }: MemoryParts): string {
  return `RSS ${megabytes(rss)} MB = files ${megabytes(files)} + young ${megabytes(young)} of ${megabytes(youngSize)} + old ${megabytes(old)} + rest ${megabytes(rest)}`;
}

// Two halves of 64 MB, on 64 bits and unless Node is told otherwise.
const FULL = 128 * 2 ** 20;

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
