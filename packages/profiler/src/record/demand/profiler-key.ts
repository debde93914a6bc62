/** The minimum length of a profiler key in bytes; `openssl rand -base64 32` prints 44. */
export const MIN_KEY_BYTES = 32;

/**
 * Returns whether a key has the minimum length.
 *
 * @param key its bytes are counted in UTF-8
 */
export function isLongEnoughKey(key: string): boolean {
  return Buffer.byteLength(key) >= MIN_KEY_BYTES;
}
