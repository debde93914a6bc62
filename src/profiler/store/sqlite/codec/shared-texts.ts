/**
 * Texts that many profiles contain, such as names of listeners and log messages. An encoded profile has their indexes. A
 * list only grows, so the store appends what is new. When it is full, a new list is started.
 */
export class SharedTexts {
  /** 12 hex digits that identify this list in all processes. */
  readonly id: string = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  /** The id as 6 bytes. */
  readonly idBytes: Uint8Array = Buffer.from(this.id, 'hex');
  readonly list: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #objects = new WeakMap<object, number>();
  /** Texts that occurred once, and some that occurred more often. */
  #seen = new Set<string>();
  #characters = 0;

  /** Returns the index of a text, or -1. A text of bounded length is added when it occurs the second time. */
  indexOf(text: string): number {
    const index = this.#indexes.get(text);
    if (index !== undefined) return index;
    if (text.length > LONGEST) return -1;
    if (this.#seen.has(text)) return this.#add(text);
    if (this.#seen.size >= MOST_SEEN) this.#seen = new Set();
    this.#seen.add(text);
    return -1;
  }

  /** Returns the index of the JSON text of an object that profiles share, or -1. It is added the second time. */
  indexOfObject(value: object): number {
    const index = this.#objects.get(value);
    if (index === undefined) this.#objects.set(value, -1);
    if (index !== -1) return index ?? -1;
    const added = this.#add(JSON.stringify(value));
    this.#objects.set(value, added);
    return added;
  }

  get isFull(): boolean {
    return this.list.length >= MOST || this.#characters >= MOST_CHARACTERS;
  }

  #add(text: string): number {
    const index = this.list.push(text) - 1;
    this.#indexes.set(text, index);
    this.#characters += text.length;
    return index;
  }
}

const LONGEST = 2_048;
const MOST = 8_192;
const MOST_CHARACTERS = 1_000_000;
const MOST_SEEN = 1_024;
