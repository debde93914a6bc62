/** Reads what a `ByteWriter` wrote. Throws a `RangeError` where there is nothing to read: a store may have been damaged. */
export class ByteReader {
  readonly #bytes: Buffer;
  readonly #texts: readonly string[];
  #at: number;

  constructor(bytes: Uint8Array, texts: readonly string[], from = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#texts = texts;
    this.#at = from;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  number(): number {
    const value = this.count();
    if (value > 0) return value % 2 === 0 ? -value / 2000 : (value - 1) / 2000;
    const double = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return double;
  }

  /** What `word` or `text` wrote. */
  text(): string {
    const value = this.count();
    if (value % 2 === 1) return this.shared((value - 1) / 2);
    const end = this.#at + value / 2;
    if (end > this.#bytes.length) throw new RangeError('A text ends behind the end of the profile');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  maybe(): string | undefined {
    return this.count() === 0 ? undefined : this.text();
  }

  /** A shared text by its number. */
  shared(index: number): string {
    const text = this.#texts[index];
    if (text === undefined) throw new RangeError(`There is no shared text ${index}`);
    return text;
  }

  /** As many as were counted. */
  list<T>(read: () => T): T[] {
    const length = this.count();
    // Each takes a byte at least; what claims more is damaged, and would fill the memory.
    if (length > this.#bytes.length) throw new RangeError('A list ends behind the end of the profile');
    return Array.from({ length }, read);
  }
}
