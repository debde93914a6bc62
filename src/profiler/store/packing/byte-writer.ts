/** Writes numbers and texts as bytes, as few as will do. What was written is taken at once, so one is enough for many. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(65_536) as WritableBuffer;
  #at = 0;

  /**
   * What was written, behind `head`, a letter of Latin-1 for each byte: a text goes with the other garbage of its request, while
   * buffers share blocks of memory that stay until everything is collected. What is written next begins anew.
   */
  take(head?: ByteWriter): string {
    const before = head === undefined ? '' : head.#bytes.latin1Slice(0, head.#at);
    const taken = this.#bytes.latin1Slice(0, this.#at);
    this.#at = 0;
    if (this.#bytes.length > MOST_KEPT) this.#bytes = Buffer.allocUnsafeSlow(65_536) as WritableBuffer;
    return before + taken;
  }

  /** How much was written. */
  get position(): number {
    return this.#at;
  }

  /** Takes back what was written since. */
  rewindTo(position: number): void {
    this.#at = position;
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** A whole number from 0 to 2^53, seven bits a byte, the lowest first. */
  whole(value: number): void {
    this.#room(10);
    const bytes = this.#bytes;
    let at = this.#at;
    let rest = value;
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
    this.#at = at;
  }

  /** Any number. Those of at most three decimals, which nearly all are, take few bytes. */
  number(value: number): void {
    if (typeof value !== 'number') throw new TypeError('No number');
    const thousandths = Math.round(value * 1000);
    if (thousandths / 1000 === value && thousandths < MOST_SHORT && thousandths > -MOST_SHORT)
      return this.whole(thousandths < 0 ? -thousandths * 2 : thousandths * 2 + 1);
    this.whole(0);
    this.#room(8);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /** The letters of a text. */
  letters(text: string): void {
    const { length } = text;
    this.#room(length * 3 + 10);
    if (length < SHORT && this.#ascii(text)) return;
    // How many bytes it takes is known afterwards; the place for that number is as large as it can need.
    const places = placesOf(length * 6);
    const written = this.#bytes.utf8Write(text, this.#at + places, length * 3);
    this.#padded(written * 2, places);
    this.#at += places + written;
  }

  #ascii(text: string): boolean {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return false;
      bytes[start + i] = code;
    }
    bytes[this.#at] = text.length * 2;
    this.#at = start + text.length;
    return true;
  }

  #padded(value: number, places: number): void {
    let rest = value;
    for (let i = 0; i < places - 1; i++, rest = Math.floor(rest / 128)) this.#bytes[this.#at + i] = (rest % 128) | 128;
    this.#bytes[this.#at + places - 1] = rest;
  }

  #room(needed: number): void {
    if (this.#at + needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + needed)) as WritableBuffer;
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

// What `write` and `toString` call after checking their arguments twice, which takes longer than a short text does.
type WritableBuffer = Buffer & {
  utf8Write(text: string, at: number, most: number): number;
  latin1Slice(from: number, to: number): string;
};

const MOST_SHORT = 2 ** 51;
// Up to here a loop is faster than a call into the runtime, and one byte holds the length.
const SHORT = 32;
// A profile as large as that is rare; its buffer is not kept for those that follow.
const MOST_KEPT = 1_000_000;

function placesOf(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 6;
}
