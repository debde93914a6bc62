/** A request body that is filled with entries. It holds bytes, so that waiting entries are no work for the garbage collector. */
export class Batch {
  /** The number of spans or log records in it. */
  count = 0;
  /** The bytes of all entries that fit into it, with a comma for each. */
  readonly capacity: number;
  readonly #bytes: Buffer;
  readonly #tail: string;
  readonly #start: number;
  readonly #end: number;
  #length: number;

  /**
   * @param head the text before the first entry
   * @param tail the text after the last entry
   */
  constructor(head: string, tail: string, capacity: number) {
    this.capacity = capacity;
    this.#start = this.#length = Buffer.byteLength(head);
    this.#end = this.#start + capacity;
    this.#bytes = Buffer.allocUnsafeSlow(this.#end + Buffer.byteLength(tail));
    this.#bytes.write(head);
    this.#tail = tail;
  }

  /** Adds JSON of `count` entries. Returns false if it has no space for them. */
  add(text: string, count: number): boolean {
    if (this.#length + Buffer.byteLength(text) + 1 > this.#end) return false;
    if (this.count > 0) this.#bytes[this.#length++] = COMMA;
    this.#length += this.#bytes.write(text, this.#length);
    this.count += count;
    return true;
  }

  /** Removes all entries. */
  clear(): void {
    this.count = 0;
    this.#length = this.#start;
  }

  /** Returns the complete body. */
  finish(): Uint8Array {
    const end = this.#length + this.#bytes.write(this.#tail, this.#length);
    return this.#bytes.subarray(0, end);
  }
}

const COMMA = 0x2c;
