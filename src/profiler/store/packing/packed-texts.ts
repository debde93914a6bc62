import { Form } from './form.ts';

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
  readonly #forms = new Map<string, Form>();
  #characters = 0;

  /** What the profiles of a route have alike. */
  formOf(route: string): Form {
    let form = this.#forms.get(route);
    if (form === undefined) {
      if (this.#forms.size >= MOST_ROUTES) this.#forms.clear();
      this.#forms.set(route, (form = new Form(2)));
    }
    return form;
  }

  /** Takes in the text of a form; gives its place, -1 when it is too long. */
  addForm(text: string): number {
    return text.length > LONGEST_FORM ? -1 : this.#add(text);
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

const MOST_ROUTES = 256;
const LONGEST_FORM = 65_536;
const LONGEST = 2_048;
const MOST = 8_192;
const MOST_CHARACTERS = 1_000_000;
const MOST_SEEN = 1_024;
