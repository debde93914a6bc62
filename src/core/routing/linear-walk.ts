import { holds } from './assertion.ts';
import { InnerPrograms } from './inner-programs.ts';
import type { LinearProgram, LoopStep, Step } from './linear-step.ts';
import { LoopStops } from './loop-stops.ts';
import { RunEnds } from './run-ends.ts';

/** One walk over one text: the steps of a program, and the choices to come back to when a step fails. */
export class LinearWalk {
  readonly #subject: string;
  readonly #width: number;
  readonly #runs: RunEnds;
  readonly #stops: LoopStops;
  readonly #inner: InnerPrograms;
  #steps = 0;

  constructor(subject: string) {
    this.#subject = subject;
    this.#width = subject.length + 1;
    this.#runs = new RunEnds(subject);
    this.#stops = new LoopStops(subject, this.#runs);
    this.#inner = new InnerPrograms(subject, this);
  }

  get steps(): number {
    return this.#steps + this.#runs.steps + this.#stops.steps;
  }

  /**
   * Gives the position behind the match, or -1.
   *
   * `seen` has a bit for each fork at each position. When it also is to hold for later walks, `good` gets those of them
   * that were on the way of a success: to meet one of these again is a success, too.
   */
  run(program: LinearProgram, start: number, slots: Int32Array, seen: Uint32Array, good?: Uint32Array): number {
    const { steps } = program;
    const subject = this.#subject;
    const width = this.#width;
    const stops = this.#stops;
    // Pairs to come back to: a step with a position, or (as a negative number) a slot with the value it had.
    const pending: number[] = [];
    const trail: number[] = [];
    let at = 0;
    let position = start;
    for (;;) {
      const step = steps[at] as Step;
      this.#steps++;
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
          position = this.#runs.take(step, position);
          ok = position >= 0 && !stops.hasEnded(step, position);
          at++;
          break;
        case 'loop': {
          const end = this.#runs.of(step, position);
          const stop = stops.first(step, position, end);
          ok = stop >= 0;
          if (ok) {
            pending.push(position, end, loopFrame + at, stop);
            position = stop;
            at++;
          }
          break;
        }
        case 'fork': {
          const bit = step.mark * width + position;
          ok = !isSet(seen, bit);
          if (ok) {
            set(seen, bit);
            pending.push(step.otherwise, position);
            if (good) pending.push(shortenTrail, trail.push(bit));
            at = step.prefer;
          } else if (good && isSet(good, bit)) {
            for (const each of trail) set(good, each);
            return position;
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
          ok = this.#inner.isThere(step, position) !== step.negate;
          at++;
          break;
        case 'atomic':
          position = this.#inner.endOf(step.program, position);
          ok = position >= 0;
          at++;
          break;
        case 'finish':
          ok = holds('end-or-slash', subject, position);
          at++;
          break;
        case 'match':
          if (good) for (const each of trail) set(good, each);
          return position;
      }
      while (!ok) {
        if (pending.length === 0) return -1;
        position = pending.pop() as number;
        at = pending.pop() as number;
        if (at >= loopFrame) {
          const end = pending.pop() as number;
          const begin = pending.pop() as number;
          position = stops.next(steps[at - loopFrame] as LoopStep, begin, end, position);
          if (position < 0) continue;
          pending.push(begin, end, at, position);
          at += 1 - loopFrame;
          ok = true;
        } else if (at >= 0) ok = true;
        else if (at === shortenTrail) trail.length = position;
        else slots[-1 - at] = position;
      }
    }
  }
}

const shortenTrail = -0x40000000;
const loopFrame = 0x1000000;

function isSet(bits: Uint32Array, bit: number): boolean {
  return ((bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
}

function set(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
}
