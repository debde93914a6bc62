import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes that the key of a profiler has at least; `openssl rand -base64 32` prints 44. */
export const LEAST_KEY_BYTES = 32;

/**
 * Is this key too long to guess?
 *
 * @param key its bytes are counted in UTF-8
 */
export function isLongEnoughKey(key: string): boolean {
  return Buffer.byteLength(key) >= LEAST_KEY_BYTES;
}

/** Compares two texts in a time that depends on neither, nor on their lengths alone. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

/** A digest that no other process can make: something to look secrets up by without comparing them byte by byte. */
export function digestOf(text: string): Buffer {
  return createHmac('sha256', COMPARING).update(text).digest();
}

const COMPARING = randomBytes(16);
