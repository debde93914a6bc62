/** Reads what a `ByteWriter` wrote. Throws a `RangeError` where there is nothing to read: a store may have been damaged. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, from = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = from;
  }

  get length(): number {
    return this.#bytes.length;
  }

  whole(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  number(): number {
    const value = this.whole();
    if (value > 0) return value % 2 === 0 ? -value / 2000 : (value - 1) / 2000;
    const double = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return double;
  }

  /** As many bytes of letters. */
  letters(size: number): string {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new RangeError('A text ends behind the end of the profile');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }
}
