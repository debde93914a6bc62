import type { ForkStep, JumpStep, LinearProgram, LookStep, Step } from './linear-step.ts';
import { stepLike } from './linear-step.ts';
import { tellLoopsWhatFollows } from './loop-follow.ts';
import { fixedLength } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/** Thrown when counted repetitions unroll to a program that would make every match slow. */
export class ProgramTooLargeError extends Error {
  override readonly name = 'ProgramTooLargeError';
}

const mostSteps = 20_000;

/**
 * Compiles a pattern to steps for the linear matcher. Without `loops` every repetition is made of forks, which is what a
 * look-around or an atomic group can remember.
 */
export function compileLinear(pattern: Pattern, options = { loops: true }): LinearProgram {
  const compiler = new LinearCompiler(options.loops);
  compiler.compile(pattern);
  compiler.emit({ op: 'match' });
  tellLoopsWhatFollows(compiler.steps);
  return { steps: compiler.steps, forks: compiler.forks };
}

class LinearCompiler {
  readonly steps: Step[] = [];
  forks = 0;
  #loops = 0;
  readonly #hasLoops: boolean;

  constructor(hasLoops: boolean) {
    this.#hasLoops = hasLoops;
  }

  emit<S extends Step>(step: S): S {
    const alike = stepLike(step);
    if (this.steps.push(alike) > mostSteps) throw new ProgramTooLargeError('The requirement is too large');
    return alike;
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
        this.#choice(node.options);
        break;
      case 'repeat':
        this.#repeat(node);
        break;
      case 'capture':
        this.emit({ op: 'save', slot: node.index * 2 });
        this.compile(node.item);
        this.emit({ op: 'save', slot: node.index * 2 + 1 });
        break;
      case 'atomic':
        this.emit(this.#atomic(node.item));
        break;
      case 'look':
        this.emit(compileLook(node));
        break;
      case 'assert':
        this.emit(node.at === 'end-or-slash' ? { op: 'finish' } : { op: 'assert', at: node.at });
    }
  }

  #choice(options: readonly Pattern[]): void {
    const jumps: JumpStep[] = [];
    options.forEach((option, index) => {
      const last = index === options.length - 1;
      const step = last ? undefined : this.#fork();
      if (step) step.prefer = this.steps.length;
      this.compile(option);
      if (!step) return;
      jumps.push(this.emit({ op: 'jump', to: 0 }));
      step.otherwise = this.steps.length;
    });
    for (const jump of jumps) jump.to = this.steps.length;
  }

  #repeat({ item, min, max, greedy }: Extract<Pattern, { kind: 'repeat' }>): void {
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
      const step = this.#enter(greedy);
      this.compile(item);
      return step;
    });
    if (isEndless) this.emit({ op: 'jump', to: start });
    for (const step of rounds) {
      if (greedy) step.otherwise = this.steps.length;
      else step.prefer = this.steps.length;
    }
  }

  /** A fork whose way into a repetition begins right behind it. */
  #enter(greedy: boolean): ForkStep {
    const step = this.#fork();
    if (greedy) step.prefer = this.steps.length;
    else step.otherwise = this.steps.length;
    return step;
  }

  #fork(): ForkStep {
    return this.emit({ op: 'fork', prefer: 0, otherwise: 0, mark: this.forks++ });
  }

  #atomic(item: Pattern): Step {
    if (this.#hasLoops && item.kind === 'repeat' && item.greedy && item.item.kind === 'class') {
      return { op: 'run', set: item.item.set, min: item.min, max: item.max, mark: this.#loops++ };
    }
    return { op: 'atomic', program: compileLinear(item, { loops: false }) };
  }
}

function compileLook(node: Extract<Pattern, { kind: 'look' }>): LookStep {
  const branches = node.ahead || node.item.kind !== 'choice' ? [node.item] : node.item.options;
  const programs = branches.map((branch) => ({
    program: compileLinear(branch, { loops: false }),
    length: fixedLength(branch) ?? 0,
  }));
  return { op: 'look', programs, ahead: node.ahead, negate: node.negate };
}
