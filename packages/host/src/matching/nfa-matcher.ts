import { CODE, FORK, JUMP, MAX_STEPS, SET, compileNfa } from './nfa-program.ts';
import type { NfaProgram } from './nfa-program.ts';
import type { Pattern } from './pattern.ts';

/**
 * Tests whole texts against patterns that clients choose, by simulating an NFA (Thompson's algorithm).
 *
 * The matcher reads a text once and keeps the set of steps that it may have reached. The work for a text is at most its
 * length times the number of steps, and never more than `MAX_COST`; memory does not grow with the text. It returns no
 * captures; `BacktrackingMatcher` does.
 */
export class NfaMatcher {
  readonly #program: NfaProgram;

  /** @throws {PatternError} if the pattern is too large */
  constructor(pattern: Pattern) {
    this.#program = compileNfa(pattern);
  }

  /** The size of the pattern, which is the maximum work per character. */
  get steps(): number {
    return this.#program.operations.length;
  }

  /** Returns whether the whole text matches; false if the work exceeds `MAX_COST`. */
  matches(subject: string): boolean {
    const { operations, operands, sets } = this.#program;
    cost = 0;
    startRound();
    addReachable(this.#program, current, 0);
    for (let position = 0; position < subject.length;) {
      const code = subject.codePointAt(position)!;
      position += code > 0xffff ? 2 : 1;
      const currentCount = count;
      startRound();
      for (let index = 0; index < currentCount; index++) {
        const step = current[index]!;
        const operation = operations[step];
        const operand = operands[step]!;
        if (operation === CODE ? operand === code : operation === SET && sets[operand]!.has(code))
          addReachable(this.#program, next, step + 1);
      }
      if (count === 0 || cost > MAX_COST) return false;
      [current, next] = [next, current];
    }
    return visitedIn[operations.length - 1] === round;
  }
}

// Matching is synchronous, so all matchers share these lists: the steps before and after a character, the steps still to
// visit, and the round in which each step was last visited.
let current = new Int32Array(MAX_STEPS);
let next = new Int32Array(MAX_STEPS);
const pending = new Int32Array(MAX_STEPS * 2 + 1);
const visitedIn = new Uint32Array(MAX_STEPS);
let count = 0;
let round = 0;
let cost = 0;

function startRound(): void {
  count = 0;
  if (++round < 0xffffffff) return;
  visitedIn.fill(0);
  round = 1;
}

/** Adds the steps that can be reached without consuming a character. */
function addReachable({ operations, operands }: NfaProgram, list: Int32Array, start: number): void {
  let pendingCount = 0;
  pending[pendingCount++] = start;
  while (pendingCount > 0) {
    const step = pending[--pendingCount]!;
    cost++;
    if (visitedIn[step] === round) continue;
    visitedIn[step] = round;
    const operation = operations[step];
    if (operation === JUMP) pending[pendingCount++] = operands[step]!;
    else if (operation === FORK) {
      pending[pendingCount++] = operands[step]!;
      pending[pendingCount++] = step + 1;
    } else list[count++] = step;
  }
}

/** Returns how many steps the last match visited, for tests of the limit. */
export function lastMatchCost(): number {
  return cost;
}

/** The maximum number of steps that one match visits, about a millisecond of work. */
export const MAX_COST = 60_000;
