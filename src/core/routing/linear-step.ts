import { CharacterClass } from './character-class.ts';
import type { Assertion } from './pattern.ts';

/**
 * A pattern as a list of small steps, which the linear matcher walks.
 *
 * Only where a walk has a choice can it come back to the same step at the same position for nothing. These places have a
 * `mark`: their number in what the matcher remembers.
 */
export type Step =
  | { readonly op: 'text'; readonly text: string }
  | { readonly op: 'class'; readonly set: CharacterClass }
  | RunStep
  | LoopStep
  | ForkStep
  | JumpStep
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'assert'; readonly at: Assertion }
  | LookStep
  | { readonly op: 'atomic'; readonly program: LinearProgram }
  /** The end of the text, or one slash before it. */
  | { readonly op: 'finish' }
  | { readonly op: 'match' };

/** As many characters of a set as there are, and none of them given back. */
export interface RunStep {
  readonly op: 'run';
  readonly set: CharacterClass;
  readonly min: number;
  readonly max: number;
  readonly mark: number;
}

/** Any number of characters of a set: greedily all of them, given back one by one, or lazily none, taken one by one. */
export interface LoopStep {
  readonly op: 'loop';
  readonly set: CharacterClass;
  readonly greedy: boolean;
  readonly mark: number;
  /** The text that has to follow; empty when that may be any. */
  until: string;
  /** What has to follow that. */
  then: CharacterClass | undefined;
  /** The greedy loop that comes next, behind that text. */
  next: LoopStep | undefined;
  /** How many characters there are between; they are those of `then`. */
  gap: 0 | 1;
  /** Nothing but the end can follow. */
  endsHere: boolean;
}

/** Two ways to go on. */
export interface ForkStep {
  readonly op: 'fork';
  prefer: number;
  otherwise: number;
  readonly mark: number;
}

export interface JumpStep {
  readonly op: 'jump';
  to: number;
}

/** A look-around: one program for each branch. */
export interface LookStep {
  readonly op: 'look';
  readonly programs: readonly { readonly program: LinearProgram; readonly length: number }[];
  readonly ahead: boolean;
  readonly negate: boolean;
}

export interface LinearProgram {
  readonly steps: readonly Step[];
  readonly forks: number;
}

// All steps have the same fields, so that the matcher's loop reads objects of one hidden class.
const blank = {
  op: '',
  text: '',
  set: CharacterClass.none,
  greedy: false,
  min: 0,
  max: 0,
  mark: 0,
  prefer: 0,
  otherwise: 0,
  to: 0,
  slot: 0,
  at: 'end',
  until: '',
  then: undefined,
  next: undefined,
  gap: 0,
  endsHere: false,
  programs: [],
  ahead: false,
  negate: false,
  program: undefined,
};

/** A step in the shape that all steps have. */
export function stepLike<S extends Step>(step: S): S {
  return { ...blank, ...step };
}
