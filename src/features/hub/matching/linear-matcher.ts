import { CODE, FORK, JUMP, MOST_STEPS, SET, compileShape } from './linear-program.ts';
import type { LinearProgram } from './linear-program.ts';
import type { Shape } from './shape.ts';

/**
 * Matches whole texts against a shape, all ways at once: it goes through the text a single time and keeps the set of places
 * in the shape where it may stand. So no pattern can make it try again and again, and the work for one text is bounded
 * twice: by its length times the size of the shape, and by a budget, beyond which the answer is no.
 */
export class LinearMatcher {
  readonly #program: LinearProgram;

  /** @throws {PatternError} when the shape is too large */
  constructor(shape: Shape) {
    this.#program = compileShape(shape);
  }

  /** How large the shape is: the work for each character is at most so much. */
  get steps(): number {
    return this.#program.operations.length;
  }

  matches(subject: string): boolean {
    const { operations, operands, sets } = this.#program;
    cost = 0;
    begin();
    reach(this.#program, now, 0);
    for (let at = 0; at < subject.length;) {
      const code = subject.codePointAt(at)!;
      at += code > 0xffff ? 2 : 1;
      const before = count;
      begin();
      for (let index = 0; index < before; index++) {
        const place = now[index]!;
        const operation = operations[place];
        const operand = operands[place]!;
        if (operation === CODE ? operand === code : operation === SET && sets[operand]!.has(code))
          reach(this.#program, then, place + 1);
      }
      if (count === 0 || cost > MOST_COST) return false;
      [now, then] = [then, now];
    }
    return seen[operations.length - 1] === round;
  }
}

// One match is over before the next begins, so all share one set of lists: the places to stand at before and after a
// character, those still to look at, and the round in which each was last reached.
let now = new Int32Array(MOST_STEPS);
let then = new Int32Array(MOST_STEPS);
const pending = new Int32Array(MOST_STEPS * 2 + 1);
const seen = new Uint32Array(MOST_STEPS);
let count = 0;
let round = 0;
let cost = 0;

function begin(): void {
  count = 0;
  if (++round < 0xffffffff) return;
  seen.fill(0);
  round = 1;
}

// Everything that can be reached without a character.
function reach({ operations, operands }: LinearProgram, list: Int32Array, start: number): void {
  let waiting = 0;
  pending[waiting++] = start;
  while (waiting > 0) {
    const place = pending[--waiting]!;
    cost++;
    if (seen[place] === round) continue;
    seen[place] = round;
    const operation = operations[place];
    if (operation === JUMP) pending[waiting++] = operands[place]!;
    else if (operation === FORK) {
      pending[waiting++] = operands[place]!;
      pending[waiting++] = place + 1;
    } else list[count++] = place;
  }
}

/** How many places the last match has looked at: its work, whatever the machine does beside it. */
export function workOfLastMatch(): number {
  return cost;
}

/** The most places that one match looks at before a character: a millisecond or so of work. */
export const MOST_COST = 60_000;
