import type { CharacterClass } from './character-class.ts';
import type { LinearProgram, Step } from './linear-program.ts';
import { holds } from './assertion.ts';

/**
 * Runs a program over a text in time proportional to their product, whatever the text.
 *
 * It tries alternatives in the order a backtracking engine would, so the captures are the same; but it remembers every
 * fork it has stood at with the position it had there. A second arrival can only end as the first did, in failure, so
 * it is not followed. Nothing is therefore tried twice, and there is nothing to explode.
 */
export class LinearMatcher {
  readonly #program: LinearProgram;
  #seen = new Uint32Array(0);
  #steps = 0;

  constructor(program: LinearProgram) {
    this.#program = program;
  }

  /** How many steps the last `match` took: the proof that work is bounded. */
  get steps(): number {
    return this.#steps;
  }

  /** Gives the position behind the match that begins at `start`, or -1; captures go to `slots`. */
  match(subject: string, start: number, slots: Int32Array): number {
    const run = new Run(subject, this.#seen);
    const end = run.search(this.#program, start, slots);
    this.#seen = run.seen;
    this.#steps = run.steps;
    return end;
  }
}

class Run {
  readonly subject: string;
  seen: Uint32Array<ArrayBuffer>;
  steps = 0;
  /** Where the atomic groups end: that depends on nothing but the position. */
  #ends: Map<LinearProgram, Map<number, number>> | undefined;
  #looks: Map<LinearProgram, { seen: Uint32Array; good: Set<number> }> | undefined;
  /** For each loop the run measured last, as start and end, and for each end of a run the lowest place tried in it. */
  readonly #runs: number[] = [];
  readonly #tried: Int32Array[] = [];
  readonly #reached: Set<number>[] = [];

  constructor(subject: string, seen: Uint32Array<ArrayBuffer>) {
    this.subject = subject;
    this.seen = seen;
  }

  search(program: LinearProgram, start: number, slots: Int32Array): number {
    const width = this.subject.length + 1;
    const words = (program.forks * width + 31) >>> 5;
    if (this.seen.length < words) this.seen = new Uint32Array(words);
    else this.seen.fill(0, 0, words);
    return this.#walk(program, start, slots, this.seen, width);
  }

  #walk(
    program: LinearProgram,
    start: number,
    slots: Int32Array,
    seen: Uint32Array,
    width: number,
    good?: Set<number>,
  ): number {
    const { steps } = program;
    const { subject } = this;
    // Pairs to come back to: a step with a position, or (as a negative number) a slot with the value it had.
    const pending: number[] = [];
    const trail: number[] = [];
    let at = 0;
    let position = start;
    for (;;) {
      const step = steps[at] as Step;
      this.steps++;
      let ok = true;
      switch (step.op) {
        case 'text':
          ok = subject.startsWith(step.text, position);
          position += step.text.length;
          at++;
          break;
        case 'class': {
          const code = subject.codePointAt(position);
          ok = code !== undefined && step.set.has(code);
          position += ok && (code as number) > 0xffff ? 2 : 1;
          at++;
          break;
        }
        case 'run':
          position = this.#run(step, position);
          ok = position >= 0 && !this.#isDeadEnd(step, position);
          at++;
          break;
        case 'loop': {
          const end = this.#endOfRun(step, position);
          const last = this.#nextTry(step, end, end, position);
          ok = last >= position;
          if (ok) {
            pending.push(position, end, loopFrame + at, last);
            position = last;
            at++;
          }
          break;
        }
        case 'fork': {
          const bit = step.mark * width + position;
          const mask = 1 << (bit & 31);
          const word = seen[bit >>> 5] as number;
          ok = (word & mask) === 0;
          if (ok) {
            seen[bit >>> 5] = word | mask;
            pending.push(step.otherwise, position);
            if (good) pending.push(shortenTrail, trail.push(bit));
            at = step.prefer;
          } else if (good?.has(bit)) {
            return this.#remember(trail, good, position);
          }
          break;
        }
        case 'jump':
          at = step.to;
          break;
        case 'save':
          pending.push(-1 - step.slot, slots[step.slot] as number);
          slots[step.slot] = position;
          at++;
          break;
        case 'assert':
          ok = holds(step.at, subject, position);
          at++;
          break;
        case 'look':
          ok = this.#look(step, position) !== step.negate;
          at++;
          break;
        case 'atomic':
          position = this.#endOf(step.program, position);
          ok = position >= 0;
          at++;
          break;
        case 'finish':
          ok = holds('end-or-slash', subject, position);
          at++;
          break;
        case 'match':
          return good ? this.#remember(trail, good, position) : position;
      }
      if (ok) continue;
      for (;;) {
        if (pending.length === 0) return -1;
        position = pending.pop() as number;
        at = pending.pop() as number;
        if (at >= loopFrame) {
          at -= loopFrame;
          const end = pending.pop() as number;
          const start = pending.pop() as number;
          const loop = steps[at] as LoopStep;
          position = this.#nextTry(loop, end, this.#previous(position), start);
          if (position < start) continue;
          pending.push(start, end, loopFrame + at, position);
          at++;
          break;
        }
        if (at >= 0) break;
        if (at === shortenTrail) trail.length = position;
        else slots[-1 - at] = position;
      }
    }
  }

  /** A run ends at the same place wherever inside it one begins, so it is measured once. */
  #endOfRun(step: LoopStep | RunStep, position: number): number {
    const runs = this.#runs;
    const from = runs[step.mark * 2] ?? -1;
    const to = runs[step.mark * 2 + 1] ?? -1;
    if (position >= from && position <= to) return to;
    const { subject } = this;
    let end = position;
    while (end < subject.length) {
      if (end === from) {
        end = to;
        break;
      }
      const unit = subject.charCodeAt(end);
      const code = unit < 0xd800 ? unit : (subject.codePointAt(end) as number);
      if (!step.set.has(code)) break;
      end += code > 0xffff ? 2 : 1;
      this.steps++;
    }
    runs[step.mark * 2] = position;
    runs[step.mark * 2 + 1] = end;
    return end;
  }

  /** What begins behind a run depends on its end alone, and coming here again means that it failed the first time. */
  #isDeadEnd(step: RunStep, end: number): boolean {
    const reached = (this.#reached[step.mark] ??= new Set<number>());
    if (reached.has(end)) return true;
    reached.add(end);
    return false;
  }

  #run(step: RunStep, position: number): number {
    if (step.max === Infinity && step.min <= 1) {
      const end = this.#endOfRun(step, position);
      return end - position < step.min ? -1 : end;
    }
    const { subject } = this;
    let count = 0;
    while (count < step.max && position < subject.length) {
      const code = subject.codePointAt(position) as number;
      if (!step.set.has(code)) break;
      position += code > 0xffff ? 2 : 1;
      count++;
      this.steps++;
    }
    return count < step.min ? -1 : position;
  }

  /**
   * The next place, going left, where a loop may stop: what has to follow is there, and nobody stopped there before.
   * Within one run the places tried are always its right part, so one number remembers them.
   */
  #nextTry(step: LoopStep, end: number, from: number, start: number): number {
    const size = this.subject.length + 1;
    const lowest = (this.#tried[step.mark] ??= new Int32Array(size).fill(size));
    const known = lowest[end] as number;
    const position = this.#leap(step, Math.min(from, this.#previous(known)), start);
    const reached = Math.max(position, start);
    if (reached < known) lowest[end] = reached;
    return position;
  }

  /** The rightmost place between `start` and `from` behind which the step after the loop can succeed, or -1. */
  #leap(step: LoopStep, from: number, start: number): number {
    const { until, then } = step;
    if (from < start || (step.endsHere && from < this.subject.length - 1)) return -1;
    if (until === undefined) {
      let position = from;
      while (then && position >= start && !this.#begins(then, position)) position = this.#previous(position);
      return position;
    }
    const window = this.subject.slice(start, from + until.length);
    let offset = window.lastIndexOf(until);
    while (then && offset >= 0 && !this.#begins(then, start + offset + until.length)) {
      if (offset === 0) return -1;
      offset = window.lastIndexOf(until, offset - 1);
    }
    return offset < 0 ? -1 : start + offset;
  }

  #begins(set: CharacterClass, position: number): boolean {
    if (position >= this.subject.length) return false;
    const unit = this.subject.charCodeAt(position);
    return set.has(unit >= 0xd800 && unit < 0xe000 ? (this.subject.codePointAt(position) as number) : unit);
  }

  #previous(position: number): number {
    const low = this.subject.charCodeAt(position - 1);
    return position - (low >= 0xdc00 && low <= 0xdfff && position > 1 ? 2 : 1);
  }

  #look(step: Extract<Step, { op: 'look' }>, position: number): boolean {
    for (const { program, length } of step.programs) {
      const start = step.ahead ? position : this.#back(position, length);
      if (start >= 0 && this.#reaches(program, start)) return true;
    }
    return false;
  }

  /**
   * A look only asks whether the end can be reached, so what one look learned holds for the next: a fork seen before
   * and not on the way of a success is a dead end, one that is on such a way is a success.
   */
  #reaches(program: LinearProgram, position: number): boolean {
    const looks = (this.#looks ??= new Map());
    let known = looks.get(program);
    if (!known) looks.set(program, (known = { seen: this.#memory(program), good: new Set<number>() }));
    return this.#walk(program, position, noSlots, known.seen, this.subject.length + 1, known.good) >= 0;
  }

  #remember(trail: readonly number[], good: Set<number>, position: number): number {
    for (const bit of trail) good.add(bit);
    return position;
  }

  #endOf(program: LinearProgram, position: number): number {
    const all = (this.#ends ??= new Map());
    let ends = all.get(program);
    if (!ends) all.set(program, (ends = new Map<number, number>()));
    let end = ends.get(position);
    if (end === undefined) {
      end = this.#walk(program, position, noSlots, this.#memory(program), this.subject.length + 1);
      ends.set(position, end);
    }
    return end;
  }

  #memory(program: LinearProgram): Uint32Array {
    return new Uint32Array((program.forks * (this.subject.length + 1) + 31) >>> 5);
  }

  #back(position: number, length: number): number {
    for (let count = 0; count < length && position >= 0; count++) position = this.#previous(position);
    return position;
  }
}

const noSlots = new Int32Array(0);
const shortenTrail = -0x40000000;
const loopFrame = 0x1000000;

type LoopStep = Extract<Step, { op: 'loop' }>;
type RunStep = Extract<Step, { op: 'run' }>;
