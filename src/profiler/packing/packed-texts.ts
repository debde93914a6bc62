/**
 * The texts that many profiles share, each kept once: a profile holds their numbers. The list only grows, so a storage
 * that has kept the first n of it adds what follows; when it is full, the profiler begins another. What stands here has
 * been redacted like everything else.
 */
export class PackedTexts {
  /** Twelve hex digits that no other list has, in this process or another. */
  readonly id: string = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  /** The same as six bytes. */
  readonly idBytes: Uint8Array = Buffer.from(this.id, 'hex');
  readonly list: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #objects = new WeakMap<object, number>();
  readonly #seen = new Set<string>();
  readonly #routes = new Map<string, Guess[]>();
  #guesses: Guess[] = [];
  #at = 0;
  #characters = 0;

  /** A profile begins. Those of one route have mostly the same words in the same places, which saves looking them up. */
  begin(route: string): void {
    let guesses = this.#routes.get(route);
    if (guesses === undefined) {
      if (this.#routes.size >= MOST_ROUTES) this.#routes.clear();
      this.#routes.set(route, (guesses = []));
    }
    this.#guesses = guesses;
    this.#at = 0;
  }

  /**
   * Where the next word of this profile stands, when this very text stood in its place before and was found clean by the
   * same way; else -1. A text with a secret in it is never remembered.
   */
  same(text: string, way: Way): number {
    const guess = this.#guesses[this.#at];
    if (guess === undefined || guess.text !== text || guess.way !== way) return -1;
    this.#at++;
    return guess.index;
  }

  /** Where the next word of this profile stands; -1 when it stands nowhere. `way` is the one that found nothing in it. */
  next(text: string, way?: Way): number {
    const at = this.#at++;
    if (at >= MOST_GUESSES) return this.indexOf(text);
    const guess = (this.#guesses[at] ??= { text: undefined, way: undefined, index: -1, misses: 0 });
    if (guess.text === text && guess.way === way) return guess.index;
    // What has always been new in this place is not worth looking up, but now and then.
    if (guess.misses >= HOPELESS && (++guess.misses & 15) !== 0) return -1;
    const index = this.indexOf(text);
    if (index < 0) {
      guess.misses++;
      return -1;
    }
    guess.text = text;
    guess.way = way;
    guess.index = index;
    guess.misses = 0;
    return index;
  }

  /**
   * Where the next text of this profile stands, when it is the very text that stood in its place in the profile before;
   * else -1. For long texts, which take longer to look up than to write: one comparison tells.
   */
  again(text: string): number {
    const at = this.#at++;
    if (at >= MOST_GUESSES || text.length > LONGEST_AGAIN) return -1;
    const guess = (this.#guesses[at] ??= { text: undefined, way: undefined, index: -1, misses: 0 });
    if (guess.text !== text) {
      guess.text = text;
      guess.index = -1;
      return -1;
    }
    if (guess.index < 0) guess.index = this.#indexes.get(text) ?? this.#add(text);
    return guess.index;
  }

  /** Where a text stands; -1 when it stands nowhere. A short text that comes a second time is taken in. */
  indexOf(text: string): number {
    const index = this.#indexes.get(text);
    if (index !== undefined) return index;
    if (text.length > LONGEST) return -1;
    if (this.#seen.delete(text)) return this.#add(text);
    // Most of what comes once never comes again; room for it is bounded.
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
    this.#seen.add(text);
    return -1;
  }

  /** Where the JSON text of an object stands that will come again as the very same object; -1 the first time. */
  indexOfObject(value: object): number {
    const index = this.#objects.get(value);
    if (index === undefined) this.#objects.set(value, -1);
    if (index !== -1) return index ?? -1;
    const added = this.#add(JSON.stringify(value));
    this.#objects.set(value, added);
    return added;
  }

  /** Is it time for another list? */
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

/** How a text is redacted; the same function for whatever goes the same way. */
export type Way = (text: string) => string;

interface Guess {
  text: string | undefined;
  way: Way | undefined;
  index: number;
  misses: number;
}

const MOST_ROUTES = 256;
const MOST_GUESSES = 1_024;
const HOPELESS = 16;
const LONGEST = 2_048;
const LONGEST_AGAIN = 8_192;
const MOST = 8_192;
const MOST_CHARACTERS = 1_000_000;
const MOST_SEEN = 1_024;
