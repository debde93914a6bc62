import type { PackedTexts, Way } from './packed-texts.ts';

/** Writes numbers and texts as bytes, as few as will do. One is enough for a process: what is written is taken at once. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(65_536) as WritableBuffer;
  #at = 0;
  #texts: PackedTexts | undefined = undefined;

  /** Begins anew; words are looked up in `texts`. */
  begin(texts: PackedTexts, route: string): void {
    texts.begin(route);
    this.#texts = texts;
    this.#at = 0;
  }

  /** A copy of what was written, of just that size. */
  take(): Uint8Array {
    const taken = Buffer.allocUnsafe(this.#at);
    this.#bytes.copy(taken, 0, 0, this.#at);
    if (this.#bytes.length > MOST_KEPT) this.#bytes = Buffer.allocUnsafeSlow(65_536) as WritableBuffer;
    return taken;
  }

  /** How much was written. */
  get position(): number {
    return this.#at;
  }

  /** Takes back what was written since. */
  rewind(position: number): void {
    this.#at = position;
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** A whole number from 0 to 2^53, seven bits a byte, the lowest first. */
  count(value: number): void {
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
      return this.count(thousandths < 0 ? -thousandths * 2 : thousandths * 2 + 1);
    this.count(0);
    this.#room(8);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /**
   * A text that may well come again: its number among the shared texts, once it has one.
   *
   * @param way how it is redacted before; what is known to go this way unchanged is not looked through again
   */
  word(text: string, way?: Way): void {
    if (way === undefined) return this.#word(text, undefined);
    const known = text.length < FEW ? -1 : this.#texts!.same(text, way);
    if (known >= 0) return this.count(known * 2 + 1);
    const redacted = way(text);
    this.#word(redacted, redacted === text ? way : undefined);
  }

  #word(text: string, way: Way | undefined): void {
    // A few letters are written faster than they are looked up.
    const index = text.length < FEW ? -1 : this.#texts!.next(text, way);
    if (index < 0) this.text(text);
    else this.count(index * 2 + 1);
  }

  /** Leaves room for a number below 16,384 that is not known yet. */
  place(): number {
    this.#room(2);
    this.#at += 2;
    return this.#at - 2;
  }

  /** Fills it in. */
  countAt(place: number, value: number): void {
    if (value >= 16_384) throw new RangeError(`${value} are too many`);
    this.#bytes[place] = (value & 127) | 128;
    this.#bytes[place + 1] = value >>> 7;
  }

  /** A word, or none. */
  maybe(text: string | undefined): void {
    if (text === undefined) this.count(0);
    else {
      this.count(1);
      this.word(text);
    }
  }

  /** A text that comes again, if at all, in the next profile of its route: its number, when it does. */
  again(text: string): void {
    const index = text.length < FEW ? -1 : this.#texts!.again(text);
    if (index < 0) this.text(text);
    else this.count(index * 2 + 1);
  }

  /** A text of which nobody expects that it comes again. */
  text(text: string): void {
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

// What `write` calls after checking its arguments twice, which takes longer than writing a short text.
type WritableBuffer = Buffer & { utf8Write(text: string, at: number, most: number): number };

const FEW = 6;
const MOST_SHORT = 2 ** 51;
// Up to here a loop is faster than a call into the runtime, and one byte holds the length.
const SHORT = 32;
// A profile as large as that is rare; its buffer is not kept for those that follow.
const MOST_KEPT = 1_000_000;

function placesOf(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 6;
}
