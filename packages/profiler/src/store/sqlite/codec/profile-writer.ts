import { SharedTexts } from './shared-texts.ts';
import { JSON } from 'oriel-core/builtins';

/** Writes numbers and texts as few bytes. One buffer serves all profiles; it grows as needed. */
export class ProfileWriter {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_SIZE) as WritableBuffer;
  #at = 0;
  #texts = new SharedTexts();

  /** Discards what was written, and starts a profile that refers to `texts`. */
  begin(version: number, texts: SharedTexts): void {
    if (this.#bytes.length > MOST_KEPT) this.#bytes = Buffer.allocUnsafeSlow(INITIAL_SIZE) as WritableBuffer;
    this.#texts = texts;
    this.#bytes[0] = version;
    this.#bytes.set(texts.idBytes, 1);
    this.#at = 7;
  }

  /** The bytes that were written; valid until the next call of `begin`. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  get position(): number {
    return this.#at;
  }

  /** Discards what was written after a position. */
  rewind(position: number): void {
    this.#at = position;
  }

  /** Writes an integer from 0 to 2^53: seven bits a byte, the lowest first. */
  whole(value: number): void {
    this.#reserve(10);
    const bytes = this.#bytes;
    let at = this.#at;
    let rest = value;
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
    this.#at = at;
  }

  /** Writes any number. Numbers with at most three decimals, such as times in milliseconds, take few bytes. */
  number(value: number): void {
    if (typeof value !== 'number') throw new TypeError('Not a number');
    const thousandths = Math.round(value * 1000);
    if (thousandths / 1000 === value && thousandths < MOST_SHORT && thousandths > -MOST_SHORT)
      return this.whole(thousandths < 0 ? -thousandths * 2 : thousandths * 2 + 1);
    this.whole(0);
    this.#reserve(8);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /**
   * Writes a text: as its index if it is shared, otherwise its length and UTF-8 bytes.
   *
   * @param shortest the length from which on it is looked up: writing a few letters is faster
   */
  text(text: string, shortest = SHORTEST_SHARED): void {
    if (typeof text !== 'string') throw new TypeError('Not a text');
    const index = text.length < shortest ? -1 : this.#texts.indexOf(text);
    if (index >= 0) this.whole(index * 2 + 1);
    else this.#letters(text);
  }

  /** Writes a text that other profiles rarely contain, without looking it up. */
  uniqueText(text: string): void {
    if (typeof text !== 'string') throw new TypeError('Not a text');
    this.#letters(text);
  }

  /** Writes a text or undefined. */
  optionalText(text: string | undefined): void {
    this.whole(text === undefined ? 0 : 1);
    if (text !== undefined) this.text(text);
  }

  /** Writes an object that other profiles contain too, identical by reference: as an index, or as JSON the first time. */
  sharedObject(object: object): void {
    if (typeof object !== 'object' || object === null) throw new TypeError('Not an object');
    const index = this.#texts.indexOfObject(object);
    this.whole(index + 1);
    if (index < 0) this.text(JSON.stringify(object));
  }

  #letters(text: string): void {
    const { length } = text;
    this.#reserve(length * 3 + 10);
    if (length < SHORT && this.#ascii(text)) return;
    // The size is known only afterwards; its place is as long as the largest possible size.
    const places = placesOf(length * 6);
    const written = this.#bytes.utf8Write(text, this.#at + places, length * 3);
    let rest = written * 2;
    for (let i = 0; i < places - 1; i++, rest = Math.floor(rest / 128)) this.#bytes[this.#at + i] = (rest % 128) | 128;
    this.#bytes[this.#at + places - 1] = rest;
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

  #reserve(needed: number): void {
    if (this.#at + needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + needed)) as WritableBuffer;
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

// `Buffer.write` calls this after checks that take longer than writing a short text.
type WritableBuffer = Buffer & { utf8Write(text: string, at: number, most: number): number };

const INITIAL_SIZE = 65_536;
const MOST_KEPT = 1_000_000;
const MOST_SHORT = 2 ** 51;
const SHORTEST_SHARED = 6;
// For shorter texts a loop is faster than a native call, and their size fits into one byte.
const SHORT = 32;

function placesOf(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 6;
}
