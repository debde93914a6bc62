import { SharedTexts } from './shared-texts.ts';
import { JSON } from 'oriel-core/builtins';

/**
 * Writes numbers as few bytes, and the letters of all texts behind them: one text is encoded much faster than many. One buffer serves all
 * profiles.
 */
export class ProfileWriter {
  #bytes = allocate(INITIAL_SIZE);
  #at = 0;
  /** Those of texts that consist of Latin letters, of which V8 stores a byte each. */
  #latin = '';
  #letters = '';
  #texts = new SharedTexts();

  /** Discards what was written, and starts a profile that refers to `texts`. */
  begin(version: number, texts: SharedTexts): void {
    if (this.#bytes.length > MAX_KEPT) this.#bytes = allocate(INITIAL_SIZE);
    this.#texts = texts;
    this.#latin = '';
    this.#letters = '';
    this.#bytes[0] = version;
    this.#bytes.set(texts.idBytes, 1);
    this.#at = HEAD_LENGTH;
  }

  /** Ends the profile. @returns its bytes; valid until the next call of `begin` */
  end(): Uint8Array {
    const [latin, letters, start] = [this.#latin, this.#letters, this.#at];
    this.#reserve((latin.length + letters.length) * 3);
    const bytes = this.#bytes;
    bytes.writeUInt32LE(start, HEAD_LENGTH - 8);
    bytes.writeUInt32LE(latin.length, HEAD_LENGTH - 4);
    this.#at += bytes.utf8Write(latin, start, latin.length * 3);
    if (letters !== '') this.#at += bytes.utf8Write(letters, this.#at, letters.length * 3);
    this.#latin = this.#letters = '';
    return bytes.subarray(0, this.#at);
  }

  /** What was written until now. */
  get position(): WriterPosition {
    return { index: this.#at, latin: this.#latin, letters: this.#letters };
  }

  /** Discards what was written after a position. */
  rewind({ index, latin, letters }: WriterPosition): void {
    this.#at = index;
    this.#latin = latin;
    this.#letters = letters;
  }

  /** Writes an integer from 0 to 2^53: seven bits a byte, the lowest first. */
  whole(value: number): void {
    if (this.#at + MAX_NUMBER_LENGTH > this.#bytes.length) this.#reserve(MAX_NUMBER_LENGTH);
    const bytes = this.#bytes;
    let offset = this.#at;
    let rest = value;
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) bytes[offset++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) bytes[offset++] = (rest & 127) | 128;
    bytes[offset++] = rest;
    this.#at = offset;
  }

  /** Writes any number. Numbers with at most three decimals, such as times in milliseconds, take few bytes. */
  number(value: number): void {
    if (typeof value !== 'number') throw new TypeError('Not a number');
    const thousandths = Math.round(value * 1000);
    if (thousandths / 1000 === value && thousandths < MAX_SHORT && thousandths > -MAX_SHORT)
      return this.whole(thousandths < 0 ? -thousandths * 2 : thousandths * 2 + 1);
    this.whole(0);
    this.#reserve(8);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /**
   * Writes a text: as its index if it is shared, otherwise its length.
   *
   * @param shortest the length from which on it is looked up: writing a few letters is faster
   */
  text(text: string, shortest = SHORTEST_SHARED): void {
    if (typeof text !== 'string') throw new TypeError('Not a text');
    const index = text.length < shortest ? -1 : this.#texts.indexOf(text);
    if (index >= 0) this.whole(index * 2 + 1);
    else this.uniqueText(text);
  }

  /** Writes a text that other profiles rarely contain, without looking it up. */
  uniqueText(text: string): void {
    if (typeof text !== 'string') throw new TypeError('Not a text');
    const isLatin = !OTHER_LETTERS.test(text);
    this.whole(text.length * 4 + (isLatin ? 0 : 2));
    if (isLatin) this.#latin += text;
    else this.#letters += text;
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

  #reserve(needed: number): void {
    if (this.#at + needed <= this.#bytes.length) return;
    const larger = allocate(Math.max(this.#bytes.length * 2, this.#at + needed));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

/** The length of the version and the id of the shared texts. */
export const TEXTS_ID_END = 7;
/** The length of the version, the id of the shared texts, the position of the letters, and the number of Latin letters. */
export const HEAD_LENGTH = TEXTS_ID_END + 8;

interface WriterPosition {
  readonly index: number;
  readonly latin: string;
  readonly letters: string;
}

function allocate(size: number): WritableBuffer {
  return Buffer.allocUnsafeSlow(size) as WritableBuffer;
}

// `Buffer.write` calls this after checks.
type WritableBuffer = Buffer & { utf8Write(text: string, offset: number, most: number): number };

const INITIAL_SIZE = 65_536;
const MAX_KEPT = 1_000_000;
const MAX_NUMBER_LENGTH = 10;
const MAX_SHORT = 2 ** 51;
const SHORTEST_SHARED = 6;
const OTHER_LETTERS = /[^\0-\xff]/;
