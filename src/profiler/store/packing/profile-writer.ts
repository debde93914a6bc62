import { ByteWriter } from './byte-writer.ts';
import { Form, NO_WAY } from './form.ts';
import type { PackedTexts, Way } from './packed-texts.ts';

/**
 * Writes a profile by the form of its route: what stands where it is expected takes a comparison and no byte. Places are
 * numbered through the whole profile; those where something else stands are told before all the rest.
 */
export class ProfileWriter {
  readonly #body = new ByteWriter();
  readonly #head = new ByteWriter();
  #texts: PackedTexts | undefined = undefined;
  #form = NO_FORM;
  /** The next place, and the one at which the form in use begins. */
  #place = 0;
  #base = 0;
  readonly #deviations: number[] = [];
  #marked = { position: 0, form: NO_FORM, place: 0, base: 0, deviations: 0 };

  /** Begins anew; profiles of one route have one form. */
  begin(texts: PackedTexts, route: string): void {
    this.#texts = texts;
    this.#form = texts.formOf(route);
    this.#place = 0;
    this.#base = 0;
    this.#deviations.length = 0;
    this.#body.rewindTo(0);
    this.#body.whole(this.#form.id);
  }

  /** What was written, behind `version` and the name of the list of texts, a letter for each byte. */
  take(version: number): string {
    const head = this.#head;
    const deviations = this.#deviations;
    head.rewindTo(0);
    head.whole(version);
    head.raw(this.#texts!.idBytes);
    head.whole(deviations.length);
    for (let i = 0, last = 0; i < deviations.length; last = deviations[i++]!) head.whole(deviations[i]! - last);
    this.#form.written(this.#texts!);
    return this.#body.take(head);
  }

  /** Remembers what is written so far. */
  mark(): void {
    const marked = this.#marked;
    marked.position = this.#body.position;
    marked.form = this.#form;
    marked.place = this.#place;
    marked.base = this.#base;
    marked.deviations = this.#deviations.length;
  }

  /** Takes back what was written since. */
  rewind(): void {
    const { position, form, place, base, deviations } = this.#marked;
    this.#body.rewindTo(position);
    this.#form = form;
    this.#place = place;
    this.#base = base;
    this.#deviations.length = deviations;
  }

  /** A whole number that is mostly the same. */
  count(value: number): void {
    if (this.#form.numbers[this.#place++ - this.#base] === value) return;
    this.#deviate('', NO_WAY, value);
    this.#body.whole(value);
  }

  /** Any number that is mostly the same. */
  same(value: number): void {
    if (this.#form.numbers[this.#place++ - this.#base] === value && value !== undefined) return;
    if (typeof value !== 'number') throw new TypeError('No number');
    this.#deviate('', NO_WAY, value);
    this.#body.number(value);
  }

  /** A number that is mostly another one. */
  number(value: number): void {
    this.#body.number(value);
  }

  /**
   * A text that may well come again.
   *
   * @param way how it is redacted before; what is known to go this way unchanged is not looked through again
   */
  word(text: string, way?: Way): void {
    const form = this.#form;
    const place = this.#place++ - this.#base;
    if (form.texts[place] === text && form.ways[place] === way && text !== undefined) return;
    this.#write(text, way, form, place);
  }

  /** A name, and a value that goes the way of its name. */
  pair(name: string, value: string, wayOf: (name: string) => Way): void {
    const { texts, ways } = this.#form;
    const place = this.#place - this.#base;
    // Where both are expected, the way of the value is that of this name, and nobody need look it up.
    const isExpected = texts[place] === name && texts[place + 1] === value && ways[place] === undefined;
    if (isExpected && ways[place + 1] !== undefined && ways[place + 1] !== NO_WAY) {
      this.#place += 2;
      return;
    }
    this.word(name);
    this.word(value, wayOf(name));
  }

  #write(text: string, way: Way | undefined, form: Form, place: number): void {
    const redacted = way === undefined ? text : way(text);
    if (typeof redacted !== 'string') throw new TypeError('No text');
    if (redacted === text && text.length <= LONGEST) this.#deviate(text, way, NaN);
    else this.#deviate('', NO_WAY, NaN);
    // A few letters are written faster than they are looked up, and so is what has always been new in its place.
    const index = text.length < FEW || isHopeless(form, place) ? -1 : this.#texts!.indexOf(redacted);
    if (index < 0) this.#body.letters(redacted);
    else this.#body.whole(index * 2 + 1);
    if (index >= 0 && form.misses[place]! > 0 && form.varies(place)) form.misses[place] = 0;
  }

  /** A word, or none. */
  maybe(text: string | undefined): void {
    if (text === undefined) return this.count(0);
    this.count(1);
    this.word(text);
  }

  /** An object that will come again as the very same: its JSON text, and the number of that from the second time on. */
  known(object: object): void {
    if (typeof object !== 'object' || object === null) throw new TypeError('No object');
    const index = this.#texts!.indexOfObject(object);
    this.count(index + 1);
    if (index < 0) this.word(JSON.stringify(object));
  }

  /** A list follows; those of one length have a form of their own. To be ended by {@link leave} with what this gives. */
  enter(length: number): Outer {
    this.count(length);
    const outer = { form: this.#form, base: this.#base };
    const form = outer.form === NO_FORM ? NO_FORM : (outer.form.inner(this.#place - this.#base, length) ?? NO_FORM);
    this.count(form.id);
    this.#form = form;
    this.#base = this.#place;
    return outer;
  }

  leave({ form, base }: Outer): void {
    if (this.#form !== NO_FORM) this.#form.written(this.#texts!);
    this.#form = form;
    // The places of the list are none of the form around it.
    this.#base = base + (this.#place - this.#base);
  }

  // Something else stands here than the form says.
  #deviate(text: string, way: Way | undefined, number: number): void {
    const form = this.#form;
    if (form === NO_FORM) return;
    const place = this.#place - 1 - this.#base;
    if (form.id === 0) return form.learn(place, text, way, number);
    if (place >= form.texts.length || form.varies(place)) return;
    form.misses[place]!++;
    this.#deviations.push(this.#place - 1);
  }
}

/** Where a list began. */
export interface Outer {
  readonly form: Form;
  readonly base: number;
}

const NO_FORM = new Form();
const FEW = 6;
const LONGEST = 8_192;
const HOPELESS = 16;

// It is looked up now and then all the same.
function isHopeless(form: Form, place: number): boolean {
  if (place >= form.length || !form.varies(place)) return false;
  return ++form.misses[place]! > HOPELESS && (form.misses[place]! & 63) !== 0;
}
