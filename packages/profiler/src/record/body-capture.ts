import { types } from 'node:util';
import { decodeBody } from './decode-body.ts';

/** The number of bytes that several captures may still keep. */
export interface BodyBudget {
  bytes: number;
}

/** The beginning of a body that is read as a whole or passes through a stream, and its size in bytes. Chunks are copied, because their owner may reuse them. */
export class BodyCapture {
  readonly #cap: number;
  readonly #budget: BodyBudget;
  readonly #pieces: (string | Uint8Array)[] = [];
  #kept = 0;
  /** Bytes that passed. */
  size = 0;

  /**
   * @param cap the most bytes that are kept
   * @param budget bytes that several captures may keep together
   */
  constructor(cap: number, budget: BodyBudget = { bytes: Infinity }) {
    this.#cap = cap;
    this.#budget = budget;
  }

  /** Adds a chunk as it was passed to `push`, `write` or `end` of a stream. */
  add(chunk: unknown, encoding?: unknown): void {
    try {
      this.#add(chunk, encoding);
    } catch {
      // A class of the application that extends Uint8Array may do anything. The stream reads its bytes without its methods.
    }
  }

  #add(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === 'string') {
      const isText = typeof encoding !== 'string' || TEXT.test(encoding);
      if (isText) this.#keep(chunk);
      // The stream throws for an unknown encoding.
      else if (Buffer.isEncoding(encoding)) this.#keep(Buffer.from(chunk, encoding));
    } else if (types.isUint8Array(chunk)) {
      const free = Math.min(this.#cap - this.#kept, this.#budget.bytes, chunk.byteLength);
      // `subarray` would call the constructor of a class that extends Uint8Array.
      const beginning = free > 0 ? Buffer.from(new Uint8Array(chunk.buffer, chunk.byteOffset, free)) : EMPTY;
      this.#keep(beginning, chunk.byteLength);
    }
  }

  /** Counts bytes that passed without being seen. */
  skip(bytes: number): void {
    this.size += bytes;
  }

  /** Forgets the body. */
  discard(): void {
    this.#pieces.length = 0;
    this.#kept = 0;
    this.size = 0;
  }

  /** Returns the whole body if it was read as text; otherwise its first bytes. */
  content(): Uint8Array | string {
    const [only] = this.#pieces;
    return this.#pieces.length === 1 ? only! : this.#bytes();
  }

  /**
   * Returns the body, decoded if it is compressed; undefined if nothing passed. The size of a body that is decoded in part is a
   * lower bound. A body that cannot be decoded has no content, because secrets cannot be found in it.
   */
  decoded(coding: string | undefined): BodyCapture | undefined {
    if (this.size === 0) return undefined;
    if (coding === undefined || coding === '' || coding === 'identity') return this;
    const isWhole = this.size === this.#kept;
    const plain = this.#kept === 0 ? undefined : decodeBody(this.#bytes(), coding, isWhole, this.#cap);
    const capture = new BodyCapture(this.#cap);
    capture.add(plain?.bytes);
    capture.size = isWhole ? (plain?.size ?? this.size) : Math.max(plain?.size ?? 0, this.size);
    return capture;
  }

  #keep(piece: string | Uint8Array, size = Buffer.byteLength(piece)): void {
    this.size += size;
    const free = Math.min(this.#cap - this.#kept, this.#budget.bytes);
    if (free <= 0) return;
    const isWhole = typeof piece === 'string' ? size <= free : piece.length <= free;
    const beginning = isWhole ? piece : Buffer.from(piece.slice(0, free) as string).subarray(0, free);
    const bytes = typeof beginning === 'string' ? size : beginning.length;
    this.#pieces.push(beginning);
    this.#kept += bytes;
    this.#budget.bytes -= bytes;
  }

  #bytes(): Uint8Array {
    return Buffer.concat(this.#pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  }
}

const TEXT = /^utf-?8$/i;
const EMPTY = new Uint8Array(0);
