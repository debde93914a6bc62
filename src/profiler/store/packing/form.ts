import type { PackedTexts, Way } from './packed-texts.ts';

/**
 * What the profiles of one route, or lists of one length in them, have alike: texts and numbers in the order in which
 * they are written. Of a profile with a form only what differs from it is written. It is learnt from two profiles; what
 * differs between them varies, and so does what turns out later to be another each time. A text with a secret in it is
 * never learnt.
 */
export class Form {
  /** Its number among the shared texts and one; 0 while it is being learnt. */
  id = 0;
  /** What stands in each place. Where a number stands, or what varies, there is a way that nothing goes. */
  texts: string[] = [];
  ways: (Way | undefined)[] = [];
  /** The number of each place; where there is none, one that is equal to nothing. */
  numbers: number[] = [];
  /** How often something else stood in each place; of what varies, how often it was looked up in vain. */
  misses: number[] = [];
  #draft: Draft | undefined = undefined;
  #stage: number;
  #uses = 0;
  readonly #inner = new Map<number, Form>();

  /** @param after how many profiles are left out before it is learnt: what has forms inside waits for these */
  constructor(after = 0) {
    this.#stage = -after;
  }

  /** How many places it has, once it is learnt. */
  get length(): number {
    return this.id === 0 ? 0 : this.texts.length;
  }

  /** The form of lists of one length that begin at a place of this. */
  inner(place: number, length: number): Form | undefined {
    if (length > LONGEST_LIST || place > MOST_PLACES) return undefined;
    const key = place * (LONGEST_LIST + 1) + length;
    let form = this.#inner.get(key);
    if (form === undefined && this.#inner.size < MOST_INNER) this.#inner.set(key, (form = new Form()));
    return form;
  }

  /** Does a place have no value of its own? */
  varies(place: number): boolean {
    return this.ways[place] === NO_WAY && Number.isNaN(this.numbers[place]);
  }

  /** Takes down what stood in a place, while it is being learnt. */
  learn(place: number, text: string, way: Way | undefined, number: number): void {
    if (place >= MOST_PLACES || this.#stage < 0) return;
    const { texts, ways, numbers } = (this.#draft ??= { texts: [], ways: [], numbers: [] });
    if (this.#stage === 0) {
      texts[place] = text;
      ways[place] = way;
      numbers[place] = number;
    } else if (
      place < texts.length &&
      (texts[place] !== text || ways[place] !== way || !isSame(numbers[place]!, number))
    )
      this.#vary(this.#draft, place);
  }

  /** A profile with it has been written. */
  written(shared: PackedTexts): void {
    if (this.id === 0) {
      if (++this.#stage === 2) this.#fix(shared);
    } else if (REVISIONS.has(++this.#uses)) this.#revise(shared);
  }

  #fix(shared: PackedTexts): void {
    const draft = this.#draft ?? { texts: [], ways: [], numbers: [] };
    const places = draft.texts.map((text, i) => (draft.ways[i] !== NO_WAY ? text : numberOrNone(draft.numbers[i]!)));
    const index = shared.addForm(JSON.stringify(places));
    // No room for it: it is learnt no more.
    if (index < 0) this.#stage = -Infinity;
    else Object.assign(this, draft, { id: index + 1, misses: places.map(() => 0) });
    this.#draft = undefined;
  }

  // What differs in more than every fourth profile varies. Where that is nearly everything, they were learnt from two that
  // were like no other.
  #revise(shared: PackedTexts): void {
    const { texts, ways, numbers, misses } = this;
    const often = misses.map((count, place) => count * 4 > this.#uses && !this.varies(place));
    const count = often.filter(Boolean).length;
    if (count === 0) return;
    Object.assign(this, { id: 0, texts: [], ways: [], numbers: [] });
    this.#stage = 0;
    if (count * 4 > texts.length) return;
    this.#draft = { texts, ways, numbers };
    for (const [place, isOften] of often.entries()) if (isOften) this.#vary(this.#draft, place);
    this.#fix(shared);
  }

  #vary({ texts, ways, numbers }: Draft, place: number): void {
    texts[place] = '';
    ways[place] = NO_WAY;
    numbers[place] = NaN;
  }
}

interface Draft {
  readonly texts: string[];
  readonly ways: (Way | undefined)[];
  readonly numbers: number[];
}

/** The way of a place where no text stands. */
export const NO_WAY: Way = (text) => text;

const REVISIONS: ReadonlySet<number> = new Set([16, 256, 4_096]);
/** Beyond these everything is written. */
export const MOST_PLACES = 4_096;
const LONGEST_LIST = 1_023;
const MOST_INNER = 64;

function isSame(one: number, other: number): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other));
}

function numberOrNone(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
