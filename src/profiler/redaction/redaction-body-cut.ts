/** Where the last unbroken run of letters begins: it may be the first half of a secret. */
export function lengthWithoutLastRun(bytes: Buffer): number {
  let at = bytes.length;
  while (at > 0 && bytes.length - at < LONGEST_RUN && !BREAKS.has(bytes[at - 1]!)) at--;
  return at;
}

/** The first bytes of a body; of a text no half of a character. */
export function cutTo(bytes: Buffer, cap: number, isText: boolean): Buffer {
  const cut = bytes.subarray(0, Math.max(0, cap));
  return isText ? whollyEncoded(cut) : cut;
}

/** Without the beginning of a character that was cut in two. */
export function whollyEncoded(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

const LONGEST_RUN = 8_192;
const BREAKS = new Set(Buffer.from(' \t\r\n"\'&,;<>(){}[]='));
