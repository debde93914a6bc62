import { randomUUID } from 'node:crypto';
import { JSON } from 'oriel-core/builtins';

/**
 * Texts that many profiles contain, such as names of listeners and log messages. An encoded profile has their indexes. A
 * list only grows, so the store appends what is new. When it is full, a new list is started.
 */
export class SharedTexts {
  /** 12 hex digits that identify this list in all processes. */
  readonly id: string = randomUUID().replaceAll('-', '').slice(0, 12);
  /** The id as 6 bytes. */
  readonly idBytes: Uint8Array = Buffer.from(this.id, 'hex');
  readonly list: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #objects = new WeakMap<object, number>();
  // Hashes of texts that occurred, and not the texts, which would stay in memory. A later hash replaces the one in its place.
  readonly #seen = new Uint32Array(MAX_SEEN);
  #characters = 0;

  /** Returns the index of a text, or -1. A text of bounded length is added when it occurs the second time. */
  indexOf(text: string): number {
    if (text.length > LONGEST) return -1;
    const index = this.#indexes.get(text);
    if (index !== undefined) return index;
    const hash = computeHash(text);
    const slot = hash % MAX_SEEN;
    if (this.#seen[slot] === hash) {
      this.#indexes.set(text, this.list.length);
      return this.#add(text);
    }
    this.#seen[slot] = hash;
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
    return this.list.length >= MOST || this.#characters >= MAX_CHARACTERS;
  }

  #add(text: string): number {
    this.#characters += text.length;
    return this.list.push(text) - 1;
  }
}

// FNV-1a; not 0, which is an empty place. A set of V8 would keep the texts.
function computeHash(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  return hash >>> 0 || 1;
}

const LONGEST = 2_048;
const MOST = 8_192;
const MAX_CHARACTERS = 1_000_000;
const MAX_SEEN = 2_048;
