import { shorthand } from './pcre-classes.ts';
import { CharacterClass } from './character-class.ts';
import type { Assertion } from './pattern.ts';
import type { LookStep, Program } from './program.ts';

/** Runs a program inside a match; `BacktrackingRun` implements it. */
export interface ProgramRunner {
  /**
   * Returns the end of the match, or -1.
   *
   * @param seen one bit for each fork at each position
   * @param good collects the bits of forks that led to a match, if `seen` is reused by later runs of the same program
   */
  run(program: Program, start: number, slots: Int32Array, seen: Uint32Array, good?: Uint32Array): number;
}

/**
 * Runs look-arounds and atomic groups, which are programs inside a program.
 *
 * Their result depends on the position alone, so it is remembered for the rest of the match.
 */
export class Subprograms {
  readonly #subject: string;
  readonly #run: ProgramRunner;
  #looks: Map<Program, { readonly seen: Uint32Array; readonly good: Uint32Array }> | undefined;
  #ends: Map<Program, Int32Array> | undefined;

  constructor(subject: string, run: ProgramRunner) {
    this.#subject = subject;
    this.#run = run;
  }

  /** Whether the expression of a look-around matches at a position; does not apply `negate`. */
  matchesLook({ programs, ahead }: LookStep, position: number): boolean {
    for (const { program, length } of programs) {
      const start = ahead ? position : this.#stepBack(position, length);
      if (start >= 0 && this.#matchesAt(program, start)) return true;
    }
    return false;
  }

  /** Returns the end of the match of an atomic group, or -1. */
  endOf(program: Program, position: number): number {
    const all = (this.#ends ??= new Map());
    let ends = all.get(program);
    if (!ends) all.set(program, (ends = new Int32Array(this.#subject.length + 1).fill(UNKNOWN)));
    let end = ends[position] as number;
    if (end === UNKNOWN) {
      end = this.#run.run(program, position, NO_SLOTS, this.#createBits(program));
      ends[position] = end;
    }
    return end;
  }

  #matchesAt(program: Program, position: number): boolean {
    const looks = (this.#looks ??= new Map());
    let memory = looks.get(program);
    if (!memory) looks.set(program, (memory = { seen: this.#createBits(program), good: this.#createBits(program) }));
    return this.#run.run(program, position, NO_SLOTS, memory.seen, memory.good) >= 0;
  }

  #createBits(program: Program): Uint32Array {
    return new Uint32Array((program.forks * (this.#subject.length + 1) + 31) >>> 5);
  }

  #stepBack(position: number, length: number): number {
    let start = position;
    for (let count = 0; count < length && start >= 0; count++) start -= this.#isPair(start - 2) ? 2 : 1;
    return start;
  }

  #isPair(start: number): boolean {
    return start >= 0 && (this.#subject.codePointAt(start) as number) > 0xffff;
  }
}

const NO_SLOTS = new Int32Array(0);
const UNKNOWN = -2;

/** Whether an assertion holds at a position. */
export function isAssertionTrue(at: Assertion, subject: string, position: number): boolean {
  switch (at) {
    case 'start':
      return position === 0;
    case 'end':
      return position === subject.length;
    case 'end-or-slash':
      return position === subject.length || (position === subject.length - 1 && subject.endsWith('/'));
    case 'end-or-newline':
      return position === subject.length || (position === subject.length - 1 && subject.endsWith('\n'));
    case 'word-boundary':
      return isWordAt(subject, position - 1) !== isWordAt(subject, position);
    case 'not-word-boundary':
      return isWordAt(subject, position - 1) === isWordAt(subject, position);
  }
}

const WORD_CHARACTERS = CharacterClass.of(shorthand('w', true)!.items, {
  negate: false,
  ignoreCase: false,
  asciiOnly: false,
});

function isWordAt(subject: string, index: number): boolean {
  if (index < 0 || index >= subject.length) return false;
  // The position after a character beyond U+FFFF follows the second half of a surrogate pair.
  const start = index > 0 && subject.codePointAt(index - 1)! > 0xffff ? index - 1 : index;
  return WORD_CHARACTERS.has(subject.codePointAt(start)!);
}
