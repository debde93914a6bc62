export interface MemoEntry {
  /** The text that contains the token, such as the Authorization header. */
  readonly sent: string;
  /** Parsed values of the token; undefined if none are stored. */
  readonly claims: object | undefined;
}

/**
 * Caches verified tokens, limited by bytes. The token that was verified first is removed first, so that a lookup changes
 * nothing; a token that is still in use is verified again after it was removed.
 */
export class TokenMemo<Entry extends MemoEntry> {
  readonly #maxBytes: number;
  readonly #tokens = new Map<number, Entry>();
  // A single iterator, because a new one would skip all removed entries again.
  #oldest = this.#tokens.entries();
  #bytes = 0;

  /** @param maxBytes maximum estimated memory in bytes; 0 caches nothing */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#tokens.size;
  }

  /** Returns the entry of a text, which must match exactly. */
  get(sent: string): Entry | undefined {
    const found = this.#tokens.get(getKey(sent));
    return found?.sent === sent ? found : undefined;
  }

  add(entry: Entry): void {
    const bytes = getBytes(entry);
    if (bytes > this.#maxBytes) return;
    this.#remove(getKey(entry.sent));
    this.#tokens.set(getKey(entry.sent), entry);
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) this.#removeOldest();
  }

  delete(sent: string): void {
    this.#remove(getKey(sent));
  }

  #remove(key: number): void {
    const entry = this.#tokens.get(key);
    if (entry === undefined) return;
    this.#bytes -= getBytes(entry);
    this.#tokens.delete(key);
  }

  #removeOldest(): void {
    const { value } = this.#oldest.next();
    if (value) this.#remove(value[0]);
    else this.#oldest = this.#tokens.entries();
  }
}

// The key is computed from the end of the signature, because hashing the whole header takes longer than comparing it.
// It is a small integer, which a Map finds fastest.
function getKey(sent: string): number {
  let key = 0;
  for (let position = Math.max(sent.length - 8, 0); position < sent.length; position++)
    key = Math.imul(key, 69) + sent.charCodeAt(position);
  return key >> 2;
}

// Measured with tokens of 250 and 1,000 characters. Parsed claims take more memory than their text.
function getBytes({ sent, claims }: MemoEntry): number {
  return ENTRY_BYTES + sent.length * (claims === undefined ? 1 : 4);
}

const ENTRY_BYTES = 512;
