import type { LoopStep, RunStep } from './linear-step.ts';
import { codeAt, widthOf } from './run-ends.ts';
import type { RunEnds } from './run-ends.ts';
import { TextPlaces } from './text-places.ts';

/** Walking a little way is cheaper than having it searched. */
const triesPerLeap = 8;

/**
 * The places of one text where loops may stop, and what was tried of them.
 *
 * What begins behind a stop depends on its place alone, and coming there again means that it failed the first time. So no
 * loop stops twice at one place, however many ways lead to it.
 */
export class LoopStops {
  readonly #subject: string;
  readonly #runs: RunEnds;
  readonly #places: TextPlaces;
  #steps = 0;
  /** For each greedy loop and each end of a run the lowest place that is done with: that is always the right part of a run. */
  readonly #lowest: Int32Array[] = [];
  /** For each lazy loop and each run 1 for every place that was looked at. */
  readonly #met: Uint8Array[] = [];

  constructor(subject: string, runs: RunEnds) {
    this.#subject = subject;
    this.#runs = runs;
    this.#places = new TextPlaces(subject);
  }

  /** Places looked at. */
  get steps(): number {
    return this.#steps + this.#places.steps;
  }

  /** The first place for a loop that begins at `start`, in a run that goes to `end`; -1 when there is none. */
  first(step: LoopStep, start: number, end: number): number {
    return step.greedy ? this.#leftwards(step, start, end) : this.#rightwards(step, start, end);
  }

  /** The place to try after the one that has just failed. */
  next(step: LoopStep, start: number, end: number, failed: number): number {
    return step.greedy
      ? this.#leftwards(step, start, end)
      : this.#rightwards(step, failed + widthOf(codeAt(this.#subject, failed)), end);
  }

  /** Has a run of this step ended here before? From now on it has. */
  hasEnded({ mark }: RunStep, position: number): boolean {
    return this.#isMet(mark, position);
  }

  #leftwards(step: LoopStep, start: number, end: number): number {
    const position = this.#rightmost(step, start, end);
    if (position >= start) (this.#lowest[step.mark] as Int32Array)[end] = position;
    return position;
  }

  /** The rightmost place that is not done with, or -1. All places to the right of it are, from now on. */
  #rightmost(step: LoopStep, start: number, end: number): number {
    const size = this.#subject.length + 1;
    const lowest = (this.#lowest[step.mark] ??= new Int32Array(size).fill(size));
    const known = lowest[end] as number;
    const right = known > end ? end : this.#previous(known);
    let position = step.endsHere && right < size - 2 ? start - 1 : right;
    for (let tries = 1; position >= start && !this.#mayStop(step, position); tries++) {
      this.#steps++;
      position = this.#previous(position);
      if (step.until !== '' && tries % triesPerLeap === 0)
        position = this.#places.atMost(step.until, position, step.mark);
    }
    this.#steps++;
    if (position < start) {
      if (start < known) lowest[end] = start;
      return -1;
    }
    if (position < right) lowest[end] = position + widthOf(codeAt(this.#subject, position));
    return position;
  }

  #rightwards(step: LoopStep, start: number, end: number): number {
    let position = start;
    while (position <= end) {
      // Whoever was here has gone on to the right.
      if (this.#isMet(step.mark, position)) return -1;
      this.#steps++;
      if (this.#mayStop(step, position)) return position;
      const passed = position;
      position += widthOf(codeAt(this.#subject, position));
      if (step.until !== '') position = this.#places.atLeast(step.until, position, step.mark);
      (this.#met[step.mark] as Uint8Array).fill(1, passed, Math.min(position, end + 1));
    }
    return -1;
  }

  #isMet(mark: number, position: number): boolean {
    const met = (this.#met[mark] ??= new Uint8Array(this.#subject.length + 1));
    if (met[position] === 1) return true;
    met[position] = 1;
    return false;
  }

  /** Can what follows the loop begin here, down to a place where the next loop may stop? */
  #mayStop({ until, then, next, gap }: LoopStep, position: number): boolean {
    const subject = this.#subject;
    if (until !== '') {
      if (subject.charCodeAt(position) !== until.charCodeAt(0)) return false;
      if (until.length > 1 && !subject.startsWith(until, position)) return false;
    }
    if (then === undefined && next === undefined) return true;
    let behind = position + until.length;
    if (then !== undefined) {
      if (behind >= subject.length) return false;
      const code = codeAt(subject, behind);
      if (!then.has(code)) return false;
      if (gap === 1) behind += widthOf(code);
    }
    return next === undefined || this.#rightmost(next, behind, this.#runs.of(next, behind)) >= 0;
  }

  #previous(position: number): number {
    const low = this.#subject.charCodeAt(position - 1);
    return position - (low >= 0xdc00 && low <= 0xdfff && position > 1 ? 2 : 1);
  }
}
