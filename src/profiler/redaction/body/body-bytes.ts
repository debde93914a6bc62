import { createHash } from 'node:crypto';

/** The size of a body of which only the first bytes are available, and its digest if known. */
export interface WholeBody {
  readonly size: number;
  readonly digest?: string | undefined;
}

/** Returns the length without the last run of characters, which may be the first half of a secret. */
export function lengthWithoutLastRun(bytes: Buffer): number {
  let at = bytes.length;
  while (at > 0 && bytes.length - at < MAX_RUN_LENGTH && !BREAKS.has(bytes[at - 1]!)) at--;
  return at;
}

/** Returns the first bytes of a body, without a partial character at the end of a text. */
export function cutTo(bytes: Buffer, cap: number, isText: boolean): Buffer {
  const cut = bytes.subarray(0, Math.max(0, cap));
  return isText ? withoutPartialCharacter(cut) : cut;
}

/** Removes an incomplete UTF-8 character from the end. */
export function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Returns the SHA-256 digest of the whole body, if it is known or all bytes are there. */
export function digestOf(bytes: Buffer, size: number, whole: WholeBody | undefined): string | undefined {
  if (whole?.digest !== undefined) return whole.digest;
  return bytes.length === size ? createHash('sha256').update(bytes).digest('hex') : undefined;
}

/** Returns the bytes of a text that has one character per byte, except for masks that were inserted. */
export function bytesOfLatin1(text: string): Buffer {
  // Only an inserted mask has characters above one byte.
  return /[^\0-\xff]/.test(text)
    ? Buffer.from(
        text.replace(/[^\0-\xff]/g, (c) => Buffer.from(c).toString('latin1')),
        'latin1',
      )
    : Buffer.from(text, 'latin1');
}

const MAX_RUN_LENGTH = 8_192;
const BREAKS = new Set(Buffer.from(' \t\r\n"\'&,;<>(){}[]='));
