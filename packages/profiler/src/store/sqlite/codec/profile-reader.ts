import { JSON } from 'oriel-core/builtins';
import { HEAD_LENGTH } from './profile-writer.ts';

/** Reads what a `ProfileWriter` wrote. Throws `RangeError` for damaged bytes. */
export class ProfileReader {
  readonly #bytes: Buffer;
  readonly #texts: readonly string[];
  /** All letters: first those of texts that consist of Latin letters. */
  readonly #letters: string;
  readonly #latinEnd: number;
  #offset = HEAD_LENGTH;
  /** The positions of the next text among the Latin letters and among the others. */
  #latin = 0;
  #next: number;

  constructor(bytes: Uint8Array, texts: readonly string[]) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#texts = texts;
    const end = this.#bytes.readUInt32LE(HEAD_LENGTH - 8);
    if (end > bytes.length) throw new RangeError('The letters are missing');
    this.#letters = this.#bytes.toString('utf8', end);
    this.#bytes = this.#bytes.subarray(0, end);
    this.#next = this.#latinEnd = this.#bytes.readUInt32LE(HEAD_LENGTH - 4);
  }

  whole(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#offset++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  number(): number {
    const value = this.whole();
    if (value > 0) return value % 2 === 0 ? -value / 2000 : (value - 1) / 2000;
    const double = this.#bytes.readDoubleLE(this.#offset);
    this.#offset += 8;
    return double;
  }

  text(): string {
    const value = this.whole();
    return value % 2 === 1 ? this.#shared((value - 1) / 2) : this.#readLetters(value / 2);
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

  /** @param size twice the length, and one more for a text that has other letters than Latin ones */
  #readLetters(size: number): string {
    const isLatin = size % 2 === 0;
    const start = isLatin ? this.#latin : this.#next;
    const end = start + Math.floor(size / 2);
    if (end > (isLatin ? Math.min(this.#latinEnd, this.#letters.length) : this.#letters.length))
      throw new RangeError('A text is longer than the profile');
    if (isLatin) this.#latin = end;
    else this.#next = end;
    return this.#letters.slice(start, end);
  }

  #shared(index: number): string {
    const text = this.#texts[index];
    if (text === undefined) throw new RangeError(`There is no shared text ${index}`);
    return text;
  }
}
