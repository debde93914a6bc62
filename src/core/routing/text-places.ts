/**
 * Where a text is found next, to the right or to the left of a place.
 *
 * What lies between two places where it is found is searched once, and by the engine. Whoever asks for a place outside
 * of what was searched last, on the side from which the search came, is told to look there itself: searching anew from
 * ever further away would not be linear.
 */
export class TextPlaces {
  /** Characters searched. */
  steps = 0;
  readonly #subject: string;
  /** For each number the search that was made last: where it began, and where it ended. */
  readonly #searches: number[] = [];

  constructor(subject: string) {
    this.#subject = subject;
  }

  /** The first place from here on where the text may be; behind the end when there is none. */
  atLeast(text: string, position: number, mark: number): number {
    const from = this.#searches[mark * 2] ?? -1;
    const to = this.#searches[mark * 2 + 1] ?? -1;
    if (position <= to) return position < from ? position : to;
    const found = this.#subject.indexOf(text, position);
    return this.#found(position, found < 0 ? this.#subject.length + 1 : found, mark);
  }

  /** The last place up to here where the text may be; -1 when there is none. */
  atMost(text: string, position: number, mark: number): number {
    const from = this.#searches[mark * 2] ?? Infinity;
    const to = this.#searches[mark * 2 + 1] ?? Infinity;
    if (position >= to) return position > from ? position : to;
    return this.#found(position, position < 0 ? -1 : this.#subject.lastIndexOf(text, position), mark);
  }

  #found(from: number, to: number, mark: number): number {
    this.#searches[mark * 2] = from;
    this.steps += Math.abs(to - from);
    return (this.#searches[mark * 2 + 1] = to);
  }
}
