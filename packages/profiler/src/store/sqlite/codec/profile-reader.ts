import { JSON } from 'oriel-core/builtins';

/** Reads what a `ProfileWriter` wrote. Throws `RangeError` for damaged bytes. */
export class ProfileReader {
  readonly #bytes: Buffer;
  readonly #texts: readonly string[];
  #at: number;

  constructor(bytes: Uint8Array, texts: readonly string[], from: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#texts = texts;
    this.#at = from;
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

  text(): string {
    const value = this.whole();
    return value % 2 === 1 ? this.#shared((value - 1) / 2) : this.#letters(value / 2);
  }

  optionalText(): string | undefined {
    return this.whole() === 0 ? undefined : this.text();
  }

  sharedObject(): unknown {
    const index = this.whole() - 1;
    const json = index < 0 ? this.text() : this.#shared(index);
    try {
      return JSON.parse(json);
    } catch {
      throw new RangeError('The text of a shared object is not JSON');
    }
  }

  list<T>(read: () => T): T[] {
    const length = this.whole();
    // Each entry takes at least a byte. A damaged length must not allocate memory.
    if (length > this.#bytes.length) throw new RangeError('A list is longer than the profile');
    return Array.from({ length }, read);
  }

  #letters(size: number): string {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new RangeError('A text is longer than the profile');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  #shared(index: number): string {
    const text = this.#texts[index];
    if (text === undefined) throw new RangeError(`There is no shared text ${index}`);
    return text;
  }
}
