import { codeAt, widthOf } from './character-runs.ts';
import type { CharacterRuns } from './character-runs.ts';
import type { LoopStep, RunStep } from './program.ts';

/** For short distances, reading each character is faster than `indexOf`. */
const STEPS_BEFORE_SEARCH = 8;

/**
 * Finds the positions in a text where loops may end, and remembers which were tried.
 *
 * What follows a loop depends on its end position alone, so an end position that failed once is not tried again.
 */
export class LoopPositions {
  readonly #subject: string;
  readonly #runs: CharacterRuns;
  readonly #search: TextSearch;
  #steps = 0;
  /** For each greedy loop, by the end of a run, the lowest position that was tried. All positions above it were tried too. */
  readonly #lowest: Int32Array[] = [];
  /** For each lazy loop and each `run` step, 1 at every position that was tried. */
  readonly #tried: Uint8Array[] = [];

  constructor(subject: string, runs: CharacterRuns) {
    this.#subject = subject;
    this.#runs = runs;
    this.#search = new TextSearch(subject);
  }

  /** Positions read. */
  get steps(): number {
    return this.#steps + this.#search.steps;
  }

  /** Returns the first end position of a loop that begins at `start`, in a run that ends at `end`; -1 if there is none. */
  first(step: LoopStep, start: number, end: number): number {
    return step.greedy ? this.#nextGreedy(step, start, end) : this.#nextLazy(step, start, end);
  }

  /** Returns the end position to try after one that failed, or -1. */
  next(step: LoopStep, start: number, end: number, failed: number): number {
    return step.greedy
      ? this.#nextGreedy(step, start, end)
      : this.#nextLazy(step, failed + widthOf(codeAt(this.#subject, failed)), end);
  }

  /** Whether a run of this step has ended here before; marks the position as tried. */
  wasTried({ mark }: RunStep, position: number): boolean {
    return this.#markTried(mark, position);
  }

  #nextGreedy(step: LoopStep, start: number, end: number): number {
    const position = this.#rightmost(step, start, end);
    if (position >= start) (this.#lowest[step.mark] as Int32Array)[end] = position;
    return position;
  }

  /** Returns the rightmost position that was not tried, or -1; marks all positions to the right of it as tried. */
  #rightmost(step: LoopStep, start: number, end: number): number {
    const size = this.#subject.length + 1;
    const lowest = (this.#lowest[step.mark] ??= new Int32Array(size).fill(size));
    const lowestTried = lowest[end] as number;
    const right = lowestTried > end ? end : this.#previous(lowestTried);
    let position = step.endsHere && right < size - 2 ? start - 1 : right;
    for (let tries = 1; position >= start && !this.#canEndAt(step, position); tries++) {
      this.#steps++;
      position = this.#previous(position);
      if (step.until !== '' && tries % STEPS_BEFORE_SEARCH === 0)
        position = this.#search.atMost(step.until, position, step.mark);
    }
    this.#steps++;
    if (position < start) {
      if (start < lowestTried) lowest[end] = start;
      return -1;
    }
    if (position < right) lowest[end] = position + widthOf(codeAt(this.#subject, position));
    return position;
  }

  #nextLazy(step: LoopStep, start: number, end: number): number {
    let position = start;
    while (position <= end) {
      // An earlier attempt continued to the right from here.
      if (this.#markTried(step.mark, position)) return -1;
      this.#steps++;
      if (this.#canEndAt(step, position)) return position;
      const previous = position;
      position += widthOf(codeAt(this.#subject, position));
      if (step.until !== '') position = this.#search.atLeast(step.until, position, step.mark);
      (this.#tried[step.mark] as Uint8Array).fill(1, previous, Math.min(position, end + 1));
    }
    return -1;
  }

  #markTried(mark: number, position: number): boolean {
    const tried = (this.#tried[mark] ??= new Uint8Array(this.#subject.length + 1));
    if (tried[position] === 1) return true;
    tried[position] = 1;
    return false;
  }

  /** Whether what follows the loop can begin here, including an end position for the next loop. */
  #canEndAt({ until, then, next, gap }: LoopStep, position: number): boolean {
    const subject = this.#subject;
    if (until !== '') {
      if (subject.charCodeAt(position) !== until.charCodeAt(0)) return false;
      if (until.length > 1 && !subject.startsWith(until, position)) return false;
    }
    if (then === undefined && next === undefined) return true;
    let after = position + until.length;
    if (then !== undefined) {
      if (after >= subject.length) return false;
      const code = codeAt(subject, after);
      if (!then.has(code)) return false;
      if (gap === 1) after += widthOf(code);
    }
    return next === undefined || this.#rightmost(next, after, this.#runs.endAt(next, after)) >= 0;
  }

  #previous(position: number): number {
    const low = this.#subject.charCodeAt(position - 1);
    return position - (low >= 0xdc00 && low <= 0xdfff && position > 1 ? 2 : 1);
  }
}

/**
 * Finds the next occurrence of a text to the right or to the left of a position, with `indexOf` and `lastIndexOf`.
 *
 * Each part of the subject is searched once per mark. For a position before the last search, the position itself is
 * returned, because repeated searches from increasing distances would not be linear.
 */
export class TextSearch {
  /** Characters searched. */
  steps = 0;
  readonly #subject: string;
  /** Start and result of the last search for each mark. */
  readonly #searches: number[] = [];

  constructor(subject: string) {
    this.#subject = subject;
  }

  /** Returns the first position from here on where the text may occur; beyond the end if there is none. */
  atLeast(text: string, position: number, mark: number): number {
    const from = this.#searches[mark * 2] ?? -1;
    const to = this.#searches[mark * 2 + 1] ?? -1;
    if (position <= to) return position < from ? position : to;
    const found = this.#subject.indexOf(text, position);
    return this.#remember(position, found < 0 ? this.#subject.length + 1 : found, mark);
  }

  /** Returns the last position up to here where the text may occur; -1 if there is none. */
  atMost(text: string, position: number, mark: number): number {
    const from = this.#searches[mark * 2] ?? Infinity;
    const to = this.#searches[mark * 2 + 1] ?? Infinity;
    if (position >= to) return position > from ? position : to;
    return this.#remember(position, position < 0 ? -1 : this.#subject.lastIndexOf(text, position), mark);
  }

  #remember(from: number, to: number, mark: number): number {
    this.#searches[mark * 2] = from;
    this.steps += Math.abs(to - from);
    return (this.#searches[mark * 2 + 1] = to);
  }
}
