import { CharacterClass } from './character-class.ts';
import type { Assertion } from './pattern.ts';

/**
 * One step of a compiled pattern.
 *
 * Only steps with a choice can be reached twice at the same position. They have a `mark`, the index of what the matcher
 * remembers about them.
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
  | { readonly op: 'atomic'; readonly program: Program }
  /** Asserts the end of the text, or of the text before a final slash. */
  | { readonly op: 'finish' }
  | { readonly op: 'match' };

/** Consumes as many characters of a set as possible, without backtracking. */
export interface RunStep {
  readonly op: 'run';
  readonly set: CharacterClass;
  readonly min: number;
  readonly max: number;
  readonly mark: number;
}

/** Consumes any number of characters of a set: greedy loops try the longest run first, lazy loops the empty one. */
export interface LoopStep {
  readonly op: 'loop';
  readonly set: CharacterClass;
  readonly greedy: boolean;
  readonly mark: number;
  /** Text that must follow the loop; empty if unknown. */
  until: string;
  /** Characters that may follow `until`; undefined if the pattern may end there. */
  then: CharacterClass | undefined;
  /** The greedy loop after that. */
  next: LoopStep | undefined;
  /** The number of characters between `until` and `next`; they are in `then`. */
  gap: 0 | 1;
  /** Only the end of the text may follow. */
  endsHere: boolean;
}

/** Continues at `prefer`, and at `otherwise` if that fails. */
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

/** A look-ahead or look-behind, with one program per branch. */
export interface LookStep {
  readonly op: 'look';
  readonly programs: readonly { readonly program: Program; readonly length: number }[];
  readonly ahead: boolean;
  readonly negate: boolean;
}

export interface Program {
  readonly steps: readonly Step[];
  readonly forks: number;
}

// All steps have the same fields, so that V8 gives them one hidden class.
const DEFAULTS = {
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

/** Returns a step with all fields. */
export function createStep<S extends Step>(step: S): S {
  return { ...DEFAULTS, ...step };
}
