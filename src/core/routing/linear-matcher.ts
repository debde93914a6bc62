import { LinearWalk } from './linear-walk.ts';
import type { LinearProgram } from './linear-step.ts';

/**
 * Runs a program over a text in time proportional to their product, whatever the text.
 *
 * It tries alternatives in the order a backtracking engine would, so the captures are the same; but it remembers every
 * choice it has stood at with the position it had there. A second arrival can only end as the first did, in failure, so
 * it is not followed. Nothing is therefore tried twice, and there is nothing to explode.
 */
export class LinearMatcher {
  readonly #program: LinearProgram;
  #memory = new Uint32Array(0);
  #steps = 0;

  constructor(program: LinearProgram) {
    this.#program = program;
  }

  /** How many steps the last `match` took and how many characters it looked at: the proof that work is bounded. */
  get steps(): number {
    return this.#steps;
  }

  /** Gives the position behind the match that begins at `start`, or -1; captures go to `slots`. */
  match(subject: string, start: number, slots: Int32Array): number {
    const walk = new LinearWalk(subject);
    const end = walk.run(this.#program, start, slots, this.#emptyMemory(subject));
    this.#steps = walk.steps;
    return end;
  }

  /** Kept from match to match, because most texts are short and making it would be most of the work. */
  #emptyMemory(subject: string): Uint32Array {
    const words = (this.#program.forks * (subject.length + 1) + 31) >>> 5;
    if (this.#memory.length < words) this.#memory = new Uint32Array(words);
    else this.#memory.fill(0, 0, words);
    return this.#memory;
  }
}
