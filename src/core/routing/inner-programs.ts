import type { LinearProgram, LookStep } from './linear-step.ts';
import type { LinearWalk } from './linear-walk.ts';

/**
 * Look-arounds and atomic groups: programs inside a program.
 *
 * What they answer depends on nothing but the position, so what one walk through them has learned holds for the next.
 */
export class InnerPrograms {
  readonly #subject: string;
  readonly #walk: Pick<LinearWalk, 'run'>;
  #looks: Map<LinearProgram, { readonly seen: Uint32Array; readonly good: Uint32Array }> | undefined;
  #ends: Map<LinearProgram, Int32Array> | undefined;

  constructor(subject: string, walk: Pick<LinearWalk, 'run'>) {
    this.#subject = subject;
    this.#walk = walk;
  }

  /** Is what a look-around looks for there, negated or not? */
  isThere({ programs, ahead }: LookStep, position: number): boolean {
    for (const { program, length } of programs) {
      const start = ahead ? position : this.#back(position, length);
      if (start >= 0 && this.#reaches(program, start)) return true;
    }
    return false;
  }

  /** Where an atomic group that begins here ends, or -1. */
  endOf(program: LinearProgram, position: number): number {
    const all = (this.#ends ??= new Map());
    let ends = all.get(program);
    if (!ends) all.set(program, (ends = new Int32Array(this.#subject.length + 1).fill(unknown)));
    let end = ends[position] as number;
    if (end === unknown) {
      end = this.#walk.run(program, position, noSlots, this.#memory(program));
      ends[position] = end;
    }
    return end;
  }

  #reaches(program: LinearProgram, position: number): boolean {
    const looks = (this.#looks ??= new Map());
    let known = looks.get(program);
    if (!known) looks.set(program, (known = { seen: this.#memory(program), good: this.#memory(program) }));
    return this.#walk.run(program, position, noSlots, known.seen, known.good) >= 0;
  }

  #memory(program: LinearProgram): Uint32Array {
    return new Uint32Array((program.forks * (this.#subject.length + 1) + 31) >>> 5);
  }

  #back(position: number, length: number): number {
    let start = position;
    for (let count = 0; count < length && start >= 0; count++) start -= this.#isPair(start - 2) ? 2 : 1;
    return start;
  }

  #isPair(start: number): boolean {
    return start >= 0 && (this.#subject.codePointAt(start) as number) > 0xffff;
  }
}

const noSlots = new Int32Array(0);
const unknown = -2;
