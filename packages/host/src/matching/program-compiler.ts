import type { ForkStep, JumpStep, Program, LookStep, Step } from './program.ts';
import { createStep } from './program.ts';
import { PatternError, fixedLength } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { message } from 'oriel-core/messages';
import { CharacterClass } from './character-class.ts';
import { singleCharacter } from './pattern-analysis.ts';

const MAX_STEPS = 20_000;

/**
 * Compiles a pattern for `BacktrackingMatcher`.
 *
 * @param options.loops compiles a repeated class to one `loop` step. Look-arounds and atomic groups need forks instead,
 * because their results are remembered per fork
 * @throws {PatternError} if counted repetitions make the program larger than 20,000 steps
 */
export function compileProgram(pattern: Pattern, options = { loops: true }): Program {
  const compiler = new ProgramCompiler(options.loops);
  compiler.compile(pattern);
  compiler.emit({ op: 'match' });
  setLoopFollowers(compiler.steps);
  return { steps: compiler.steps, forks: compiler.forks };
}

class ProgramCompiler {
  readonly steps: Step[] = [];
  forks = 0;
  #loops = 0;
  readonly #hasLoops: boolean;

  constructor(hasLoops: boolean) {
    this.#hasLoops = hasLoops;
  }

  emit<S extends Step>(step: S): S {
    const complete = createStep(step);
    if (this.steps.push(complete) > MAX_STEPS) throw new PatternError(message('pattern.too-large'));
    return complete;
  }

  compile(node: Pattern): void {
    switch (node.kind) {
      case 'text':
        this.emit({ op: 'text', text: node.text });
        break;
      case 'class':
        this.emit({ op: 'class', set: node.set });
        break;
      case 'sequence':
        for (const item of node.items) this.compile(item);
        break;
      case 'choice':
        this.#compileChoice(node.options);
        break;
      case 'repeat':
        this.#compileRepeat(node);
        break;
      case 'capture':
        this.emit({ op: 'save', slot: node.index * 2 });
        this.compile(node.item);
        this.emit({ op: 'save', slot: node.index * 2 + 1 });
        break;
      case 'atomic':
        this.emit(this.#atomicStep(node.item));
        break;
      case 'look':
        this.emit(compileLook(node));
        break;
      case 'assert':
        this.emit(node.at === 'end-or-slash' ? { op: 'finish' } : { op: 'assert', at: node.at });
    }
  }

  #compileChoice(options: readonly Pattern[]): void {
    const jumps: JumpStep[] = [];
    options.forEach((option, index) => {
      const last = index === options.length - 1;
      const step = last ? undefined : this.#addFork();
      if (step) step.prefer = this.steps.length;
      this.compile(option);
      if (!step) return;
      jumps.push(this.emit({ op: 'jump', to: 0 }));
      step.otherwise = this.steps.length;
    });
    for (const jump of jumps) jump.to = this.steps.length;
  }

  #compileRepeat({ item, min, max, greedy }: Extract<Pattern, { kind: 'repeat' }>): void {
    for (let count = 0; count < min; count++) this.compile(item);
    const isEndless = max === Infinity;
    if (isEndless && item.kind === 'class' && this.#hasLoops) {
      const mark = this.#loops++;
      const follow = { until: '', then: undefined, next: undefined, gap: 0, endsHere: false } as const;
      this.emit({ op: 'loop', set: item.set, greedy, mark, ...follow });
      return;
    }
    const start = this.steps.length;
    const rounds = Array.from({ length: isEndless ? 1 : max - min }, () => {
      const step = this.#addEntry(greedy);
      this.compile(item);
      return step;
    });
    if (isEndless) this.emit({ op: 'jump', to: start });
    for (const step of rounds) {
      if (greedy) step.otherwise = this.steps.length;
      else step.prefer = this.steps.length;
    }
  }

  /** Adds a fork that enters a repetition at the next step. */
  #addEntry(greedy: boolean): ForkStep {
    const step = this.#addFork();
    if (greedy) step.prefer = this.steps.length;
    else step.otherwise = this.steps.length;
    return step;
  }

  #addFork(): ForkStep {
    return this.emit({ op: 'fork', prefer: 0, otherwise: 0, mark: this.forks++ });
  }

  #atomicStep(item: Pattern): Step {
    if (this.#hasLoops && item.kind === 'repeat' && item.greedy && item.item.kind === 'class') {
      return { op: 'run', set: item.item.set, min: item.min, max: item.max, mark: this.#loops++ };
    }
    return { op: 'atomic', program: compileProgram(item, { loops: false }) };
  }
}

function compileLook(node: Extract<Pattern, { kind: 'look' }>): LookStep {
  const branches = node.ahead || node.item.kind !== 'choice' ? [node.item] : node.item.options;
  const programs = branches.map((branch) => ({
    program: compileProgram(branch, { loops: false }),
    length: fixedLength(branch) ?? 0,
  }));
  return { op: 'look', programs, ahead: node.ahead, negate: node.negate };
}

/** Sets what must follow each loop, so that the matcher only tries positions where that occurs. */
function setLoopFollowers(steps: readonly Step[]): void {
  steps.forEach((step, index) => {
    if (step.op !== 'loop') return;
    const nextIndex = skipSaves(steps, index + 1);
    const next = steps[nextIndex] as Step;
    if (next.op === 'text') step.until = next.text;
    step.endsHere = next.op === 'finish';
    const start = next.op === 'text' ? nextIndex + 1 : nextIndex;
    step.then = firstCharactersAt(steps, start, new Set());
    const after = skipSaves(steps, start);
    step.gap = steps[after]?.op === 'class' ? 1 : 0;
    const loop = steps[skipSaves(steps, after + step.gap)];
    if (loop?.op === 'loop' && loop.greedy) step.next = loop;
  });
}

function skipSaves(steps: readonly Step[], index: number): number {
  return steps[index]?.op === 'save' ? skipSaves(steps, index + 1) : index;
}

/** Returns the characters that the program can consume next; undefined if it may finish without consuming one. */
function firstCharactersAt(steps: readonly Step[], index: number, visited: Set<number>): CharacterClass | undefined {
  if (visited.has(index)) return CharacterClass.none;
  visited.add(index);
  const step = steps[index] as Step;
  const unionWith = (one: CharacterClass | undefined, next: number): CharacterClass | undefined => {
    const other = one && firstCharactersAt(steps, next, visited);
    return one && other && one.union(other);
  };
  switch (step.op) {
    case 'text':
      return step.text === ''
        ? firstCharactersAt(steps, index + 1, visited)
        : singleCharacter(step.text.codePointAt(0) as number);
    case 'class':
      return step.set;
    case 'run':
      return step.min > 0 ? step.set : unionWith(step.set, index + 1);
    case 'loop':
      return unionWith(step.set, index + 1);
    case 'fork':
      return unionWith(firstCharactersAt(steps, step.prefer, visited), step.otherwise);
    case 'jump':
      return firstCharactersAt(steps, step.to, visited);
    case 'save':
      return firstCharactersAt(steps, index + 1, visited);
    default:
      return undefined;
  }
}
