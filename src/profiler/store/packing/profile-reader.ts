import { ByteReader } from './byte-reader.ts';
import { MOST_PLACES } from './form.ts';

/**
 * Reads what a `ProfileWriter` wrote: where a form says what stands in a place, that, unless something else was noted.
 * Before the third version there were no forms, and everything stood in its place.
 */
export class ProfileReader {
  readonly #bytes: ByteReader;
  readonly #texts: readonly string[];
  readonly #hasForms: boolean;
  #form: Places = NO_PLACES;
  #place = 0;
  #base = 0;
  readonly #deviations: number[] = [];
  #deviation = 0;

  constructor(bytes: Uint8Array, texts: readonly string[], from: number, hasForms: boolean) {
    this.#bytes = new ByteReader(bytes, from);
    this.#texts = texts;
    this.#hasForms = hasForms;
    if (!hasForms) return;
    const deviations = this.#bounded(this.#bytes.whole());
    for (let i = 0, last = 0; i < deviations; i++) this.#deviations.push((last += this.#bytes.whole()));
    this.#form = this.#formOf(this.#bytes.whole());
  }

  count(): number {
    return this.#expected('number') ?? this.#bytes.whole();
  }

  /** A number that is mostly the same. */
  same(): number {
    return this.#expected('number') ?? this.#bytes.number();
  }

  number(): number {
    return this.#bytes.number();
  }

  word(): string {
    const expected = this.#expected('string');
    if (expected !== undefined) return expected;
    const value = this.#bytes.whole();
    return value % 2 === 1 ? this.shared((value - 1) / 2) : this.#bytes.letters(value / 2);
  }

  maybe(): string | undefined {
    return this.count() === 0 ? undefined : this.word();
  }

  /** An object that was written by its JSON text, or by the number of that. */
  known(): unknown {
    const index = this.count() - 1;
    return index < 0 ? parsedJson(this.word()) : this.repeated(index);
  }

  /** An object by the number of its JSON text. */
  repeated(index: number): unknown {
    return parsedJson(this.shared(index));
  }

  /** A shared text by its number. */
  shared(index: number): string {
    const text = this.#texts[index];
    if (text === undefined) throw new RangeError(`There is no shared text ${index}`);
    return text;
  }

  /** As many as were counted, in the form of the list around them. */
  few<T>(read: () => T): T[] {
    return Array.from({ length: this.#bounded(this.count()) }, read);
  }

  /** As many as were counted, with a form of their own. */
  list<T>(read: () => T): T[] {
    const length = this.count();
    const [form, base] = [this.#form, this.#base];
    if (this.#hasForms) {
      this.#form = this.#formOf(this.count());
      this.#base = this.#place;
    }
    const all = Array.from({ length: this.#bounded(length) }, read);
    if (this.#hasForms) {
      this.#form = form;
      this.#base = base + (this.#place - this.#base);
    }
    return all;
  }

  #expected(kind: 'number'): number | undefined;
  #expected(kind: 'string'): string | undefined;
  #expected(kind: 'number' | 'string'): number | string | undefined {
    const place = this.#place++;
    if (this.#deviations[this.#deviation] === place) return void this.#deviation++;
    const expected = this.#form[place - this.#base] ?? undefined;
    if (expected !== undefined && typeof expected !== kind)
      throw new RangeError(`There is no ${kind} in place ${place}`);
    return expected;
  }

  #formOf(id: number): Places {
    return id === 0 ? NO_PLACES : placesOf(this.shared(id - 1));
  }

  // What is not in a form takes a byte at least; a list that claims more is damaged, and would fill the memory.
  #bounded(length: number): number {
    if (length > this.#bytes.length + MOST_PLACES) throw new RangeError('A list ends behind the end of the profile');
    return length;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('An object is no JSON');
  }
}

/** What stands in each place of a form; null for what varies. */
type Places = readonly (string | number | null)[];

// Many profiles have the same few forms.
const parsed = new Map<string, Places>();

function placesOf(text: string): Places {
  const known = parsed.get(text);
  if (known) return known;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const places = parsedJson(text) as Places;
  if (!Array.isArray(places)) throw new RangeError('A form is no list');
  parsed.set(text, places);
  return places;
}

const NO_PLACES: Places = [];
const MOST_PARSED = 256;
