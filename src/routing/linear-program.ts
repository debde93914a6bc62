import { CharacterClass } from './character-class.ts';
import { characterOf } from './first-set.ts';
import { fixedLength, type Assertion, type Pattern } from './pattern.ts';

/**
 * A pattern as a list of small steps for the linear matcher.
 *
 * Only a fork can be reached twice at one position with a choice left to make, so forks are what the matcher remembers;
 * `mark` is their number.
 */
export type Step =
  | { readonly op: 'text'; readonly text: string }
  | { readonly op: 'class'; readonly set: CharacterClass }
  | {
      readonly op: 'run';
      readonly set: CharacterClass;
      readonly min: number;
      readonly max: number;
      readonly mark: number;
    }
  /** As many characters of a set as there are, given back one by one. */
  | {
      readonly op: 'loop';
      readonly set: CharacterClass;
      readonly mark: number;
      /** The text that has to follow. */
      until: string | undefined;
      /** What has to follow that. */
      then: CharacterClass | undefined;
      /** Nothing but the end can follow. */
      endsHere: boolean;
    }
  | { readonly op: 'fork'; prefer: number; otherwise: number; readonly mark: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'assert'; readonly at: Assertion }
  | { readonly op: 'look'; readonly programs: readonly Behind[]; readonly ahead: boolean; readonly negate: boolean }
  | { readonly op: 'atomic'; readonly program: LinearProgram }
  /** The end of the text, or one slash before it. */
  | { readonly op: 'finish' }
  | { readonly op: 'match' };

export interface Behind {
  readonly program: LinearProgram;
  readonly length: number;
}

export interface LinearProgram {
  readonly steps: readonly Step[];
  readonly forks: number;
}

/** Thrown when counted repetitions unroll to a program that would make every match slow. */
export class ProgramTooLargeError extends Error {
  override readonly name = 'ProgramTooLargeError';
}

const mostSteps = 20_000;

// All steps have the same fields, so that the matcher's loop reads objects of one hidden class.
const blank = {
  op: '',
  text: '',
  set: CharacterClass.none,
  min: 0,
  max: 0,
  mark: 0,
  prefer: 0,
  otherwise: 0,
  to: 0,
  slot: 0,
  at: 'end',
  until: undefined,
  then: undefined,
  endsHere: false,
  programs: [],
  ahead: false,
  negate: false,
  program: undefined,
};

/** Compiles a pattern; without `loops` every repetition is made of forks, which a look or an atomic group can remember. */
export function compileLinear(pattern: Pattern, options = { loops: true }): LinearProgram {
  const steps: Step[] = [];
  let forks = 0;
  let loops = 0;
  const emit = <S extends Step>(step: S): S => {
    const alike = { ...blank, ...step };
    if (steps.push(alike) > mostSteps) throw new ProgramTooLargeError('The requirement is too large');
    return alike;
  };
  const fork = () => emit({ op: 'fork', prefer: 0, otherwise: 0, mark: forks++ });

  const compile = (node: Pattern): unknown => {
    switch (node.kind) {
      case 'text':
        return emit({ op: 'text', text: node.text });
      case 'class':
        return emit({ op: 'class', set: node.set });
      case 'sequence':
        return node.items.forEach(compile);
      case 'choice':
        return compileChoice(node.options);
      case 'repeat':
        return compileRepeat(node);
      case 'capture':
        emit({ op: 'save', slot: node.index * 2 });
        compile(node.item);
        return emit({ op: 'save', slot: node.index * 2 + 1 });
      case 'atomic':
        return emit(compileAtomic(node.item, options.loops ? loops++ : -1));
      case 'look':
        return emit(compileLook(node));
      case 'assert':
        return emit(node.at === 'end-or-slash' ? { op: 'finish' } : { op: 'assert', at: node.at });
    }
  };

  const compileChoice = (options: readonly Pattern[]): void => {
    const jumps: Extract<Step, { op: 'jump' }>[] = [];
    options.forEach((option, index) => {
      const last = index === options.length - 1;
      const step = last ? undefined : fork();
      if (step) step.prefer = steps.length;
      compile(option);
      if (!step) return;
      jumps.push(emit({ op: 'jump', to: 0 }));
      step.otherwise = steps.length;
    });
    for (const jump of jumps) jump.to = steps.length;
  };

  const compileRepeat = ({ item, min, max, greedy }: Extract<Pattern, { kind: 'repeat' }>): unknown => {
    for (let count = 0; count < min; count++) compile(item);
    const enter = (step: Extract<Step, { op: 'fork' }>, side: 'inside' | 'outside'): void => {
      if ((side === 'inside') === greedy) step.prefer = steps.length;
      else step.otherwise = steps.length;
    };
    if (max === Infinity && greedy && item.kind === 'class' && options.loops) {
      return emit({ op: 'loop', set: item.set, mark: loops++, until: undefined, then: undefined, endsHere: false });
    }
    if (max === Infinity) {
      const start = steps.length;
      const step = fork();
      enter(step, 'inside');
      compile(item);
      emit({ op: 'jump', to: start });
      return enter(step, 'outside');
    }
    const open: Extract<Step, { op: 'fork' }>[] = [];
    for (let count = min; count < max; count++) {
      const step = fork();
      enter(step, 'inside');
      compile(item);
      open.push(step);
    }
    for (const step of open) enter(step, 'outside');
  };

  compile(pattern);
  emit({ op: 'match' });
  lookBehindLoops(steps);
  return { steps, forks };
}

/** A loop that knows what has to follow gives back in leaps. */
function lookBehindLoops(steps: readonly Step[]): void {
  steps.forEach((step, index) => {
    if (step.op !== 'loop') return;
    const behind = withoutSaves(steps, index + 1);
    const next = steps[behind] as Step;
    if (next.op === 'text') step.until = next.text;
    step.endsHere = next.op === 'finish';
    step.then = firstAt(steps, next.op === 'text' ? behind + 1 : behind, new Set());
  });
}

function withoutSaves(steps: readonly Step[], index: number): number {
  return steps[index]?.op === 'save' ? withoutSaves(steps, index + 1) : index;
}

/** The characters with which the program can go on from a step; `undefined` when it may also go on with none. */
function firstAt(steps: readonly Step[], index: number, met: Set<number>): CharacterClass | undefined {
  if (met.has(index)) return CharacterClass.none;
  met.add(index);
  const step = steps[index] as Step;
  const also = (one: CharacterClass | undefined, next: number): CharacterClass | undefined => {
    const other = one && firstAt(steps, next, met);
    return one && other && one.union(other);
  };
  switch (step.op) {
    case 'text':
      return step.text === '' ? firstAt(steps, index + 1, met) : characterOf(step.text.codePointAt(0) as number);
    case 'class':
      return step.set;
    case 'run':
      return step.min > 0 ? step.set : also(step.set, index + 1);
    case 'loop':
      return also(step.set, index + 1);
    case 'fork':
      return also(firstAt(steps, step.prefer, met), step.otherwise);
    case 'jump':
      return firstAt(steps, step.to, met);
    case 'save':
      return firstAt(steps, index + 1, met);
    default:
      return undefined;
  }
}

function compileAtomic(item: Pattern, mark: number): Step {
  if (mark >= 0 && item.kind === 'repeat' && item.greedy && item.item.kind === 'class') {
    return { op: 'run', set: item.item.set, min: item.min, max: item.max, mark };
  }
  return { op: 'atomic', program: compileLinear(item, { loops: false }) };
}

function compileLook(node: Extract<Pattern, { kind: 'look' }>): Step {
  const branches = node.ahead || node.item.kind !== 'choice' ? [node.item] : node.item.options;
  const programs = branches.map((branch) => ({
    program: compileLinear(branch, { loops: false }),
    length: fixedLength(branch) ?? 0,
  }));
  return { op: 'look', programs, ahead: node.ahead, negate: node.negate };
}
