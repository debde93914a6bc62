import { isAssertionTrue, Subprograms } from './subprograms.ts';
import type { ProgramRunner } from './subprograms.ts';
import { CharacterRuns } from './character-runs.ts';
import { LoopPositions } from './loop-positions.ts';
import type { LoopStep, Program, Step } from './program.ts';

/**
 * Matches a text with memoized backtracking, in time proportional to the length of the text times the size of the program.
 *
 * Alternatives are tried in the order of a backtracking engine, so the captures are the same. Each fork is remembered with
 * the position at which it was reached: reaching it again there can only fail again, so nothing is tried twice.
 */
export class BacktrackingMatcher {
  readonly #program: Program;
  #memory = new Uint32Array(0);
  #steps = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  /** The number of steps and characters that the last `match` read, for tests of the time limit. */
  get steps(): number {
    return this.#steps;
  }

  /** Returns the end of the match that begins at `start`, or -1; writes captures to `slots`. */
  match(subject: string, start: number, slots: Int32Array): number {
    const run = new BacktrackingRun(subject);
    const end = run.run(this.#program, start, slots, this.#clearedMemory(subject));
    this.#steps = run.steps;
    return end;
  }

  /** Reuses the memory of the last match, because allocating it would be most of the work for short texts. */
  #clearedMemory(subject: string): Uint32Array {
    const words = (this.#program.forks * (subject.length + 1) + 31) >>> 5;
    if (this.#memory.length < words) this.#memory = new Uint32Array(words);
    else this.#memory.fill(0, 0, words);
    return this.#memory;
  }
}

/** One match of one text. */
class BacktrackingRun implements ProgramRunner {
  readonly #subject: string;
  readonly #width: number;
  readonly #runs: CharacterRuns;
  readonly #positions: LoopPositions;
  readonly #subprograms: Subprograms;
  #steps = 0;

  constructor(subject: string) {
    this.#subject = subject;
    this.#width = subject.length + 1;
    this.#runs = new CharacterRuns(subject);
    this.#positions = new LoopPositions(subject, this.#runs);
    this.#subprograms = new Subprograms(subject, this);
  }

  get steps(): number {
    return this.#steps + this.#runs.steps + this.#positions.steps;
  }

  run(program: Program, start: number, slots: Int32Array, seen: Uint32Array, good?: Uint32Array): number {
    const { steps } = program;
    const subject = this.#subject;
    const width = this.#width;
    const positions = this.#positions;
    // Pairs to return to: a step and a position, or a slot (as a negative number) and its previous value.
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
          ok = position >= 0 && !positions.wasTried(step, position);
          at++;
          break;
        case 'loop': {
          const end = this.#runs.endAt(step, position);
          const loopEnd = positions.first(step, position, end);
          ok = loopEnd >= 0;
          if (ok) {
            pending.push(position, end, LOOP_FRAME + at, loopEnd);
            position = loopEnd;
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
            if (good) pending.push(SHORTEN_TRAIL, trail.push(bit));
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
          ok = isAssertionTrue(step.at, subject, position);
          at++;
          break;
        case 'look':
          ok = this.#subprograms.matchesLook(step, position) !== step.negate;
          at++;
          break;
        case 'atomic':
          position = this.#subprograms.endOf(step.program, position);
          ok = position >= 0;
          at++;
          break;
        case 'finish':
          ok = isAssertionTrue('end-or-slash', subject, position);
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
        if (at >= LOOP_FRAME) {
          const end = pending.pop() as number;
          const begin = pending.pop() as number;
          position = positions.next(steps[at - LOOP_FRAME] as LoopStep, begin, end, position);
          if (position < 0) continue;
          pending.push(begin, end, at, position);
          at += 1 - LOOP_FRAME;
          ok = true;
        } else if (at >= 0) ok = true;
        else if (at === SHORTEN_TRAIL) trail.length = position;
        else slots[-1 - at] = position;
      }
    }
  }
}

const SHORTEN_TRAIL = -0x40000000;
const LOOP_FRAME = 0x1000000;

function isSet(bits: Uint32Array, bit: number): boolean {
  return ((bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
}

function set(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
}
