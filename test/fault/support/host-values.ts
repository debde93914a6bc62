/** What the host of the scenarios and its clients both know. */

export const SECRET = 'a secret of the host for faults, of at least 32 bytes';
export const PROFILER_KEY = 'a key of the profiler for faults, of at least 32 bytes';

/** The number of bytes of each piece of a download. */
export const PIECE_BYTES = 16_384;

/** Returns a piece of a download. */
export function downloadPiece(index: number): Uint8Array {
  return Buffer.alloc(PIECE_BYTES, `${index};`);
}
