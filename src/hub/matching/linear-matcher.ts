import type { CharacterSet } from './character-set.ts';
import { compileShape } from './linear-program.ts';
import type { LinearProgram } from './linear-program.ts';
import type { Shape } from './shape.ts';

/**
 * Matches whole texts against a shape, all ways at once: it goes through the text a single time and keeps the set of places
 * in the shape where it may stand. So no pattern can make it try again and again, and the work for one text is bounded
 * twice: by its length times the size of the shape, and by a budget, beyond which the answer is no.
 */
export class LinearMatcher {
  readonly #program: LinearProgram;
  // Places that are reached before the next character, each once: the round in which each was last added.
  readonly #seen: Uint32Array;
  readonly #pending: Int32Array;
  #now: Int32Array;
  #then: Int32Array;
  #count = 0;
  #round = 0;
  #cost = 0;

  /** @throws {PatternError} when the shape is too large */
  constructor(shape: Shape) {
    this.#program = compileShape(shape);
    const { size } = this.#program;
    this.#seen = new Uint32Array(size);
    this.#pending = new Int32Array(size * 2 + 1);
    this.#now = new Int32Array(size);
    this.#then = new Int32Array(size);
  }

  matches(subject: string): boolean {
    const { codes, sets, operations, last } = this.#program;
    this.#cost = 0;
    this.#begin();
    this.#reach(this.#now, 0);
    for (let at = 0; at < subject.length;) {
      const code = subject.codePointAt(at)!;
      at += code > 0xffff ? 2 : 1;
      const before = this.#count;
      this.#begin();
      for (let index = 0; index < before; index++) {
        const place = this.#now[index]!;
        const operation = operations[place];
        if (
          operation === 'code' ? codes[place] === code : operation === 'set' && (sets[place] as CharacterSet).has(code)
        )
          this.#reach(this.#then, place + 1);
      }
      if (this.#count === 0 || this.#cost > MOST_COST) return false;
      [this.#now, this.#then] = [this.#then, this.#now];
    }
    return this.#seen[last] === this.#round;
  }

  #begin(): void {
    this.#count = 0;
    if (++this.#round < 0xffffffff) return;
    this.#seen.fill(0);
    this.#round = 1;
  }

  // Everything that can be reached without a character.
  #reach(list: Int32Array, start: number): void {
    const { operations, targets } = this.#program;
    const pending = this.#pending;
    let waiting = 0;
    pending[waiting++] = start;
    while (waiting > 0) {
      const place = pending[--waiting]!;
      this.#cost++;
      if (this.#seen[place] === this.#round) continue;
      this.#seen[place] = this.#round;
      const operation = operations[place];
      if (operation === 'jump') pending[waiting++] = targets[place]!;
      else if (operation === 'fork') {
        pending[waiting++] = targets[place]!;
        pending[waiting++] = place + 1;
      } else list[this.#count++] = place;
    }
  }
}

/** A millisecond or so of work. */
const MOST_COST = 60_000;
