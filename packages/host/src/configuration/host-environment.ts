/** Development shows details of errors and has a profiler by default; production does not. */
export type Mode = 'development' | 'production';

/**
 * Derives the keys for one purpose from the secrets of the host. The first key signs; the others come from older secrets and
 * only verify. Every purpose has keys of its own, so that a value signed for one is not valid for another.
 */
export type DeriveKeys = (purpose: string) => readonly [Buffer, ...Buffer[]];
