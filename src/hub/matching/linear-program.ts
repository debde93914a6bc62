import type { CharacterSet } from './character-set.ts';
import { PatternError } from './shape.ts';
import type { Shape } from './shape.ts';

/** A shape as steps, one list per field: `code` and `set` take a character, `fork` and `jump` none, `match` is the end. */
export interface LinearProgram {
  readonly operations: readonly ('code' | 'set' | 'fork' | 'jump' | 'match')[];
  readonly codes: readonly number[];
  readonly sets: readonly (CharacterSet | undefined)[];
  readonly targets: readonly number[];
  readonly size: number;
  /** Where `match` stands. */
  readonly last: number;
}

const MOST_STEPS = 3_000;

/** @throws {PatternError} when repetitions of repetitions make it too large */
export function compileShape(shape: Shape): LinearProgram {
  const compiler = new Compiler();
  compiler.compile(shape);
  const last = compiler.add('match');
  const { operations, codes, sets, targets } = compiler;
  return { operations, codes, sets, targets, size: operations.length, last };
}

class Compiler {
  readonly operations: LinearProgram['operations'][number][] = [];
  readonly codes: number[] = [];
  readonly sets: (CharacterSet | undefined)[] = [];
  readonly targets: number[] = [];

  add(operation: LinearProgram['operations'][number], code = -1, set?: CharacterSet): number {
    if (this.operations.push(operation) > MOST_STEPS) throw new PatternError('The pattern is too large');
    this.codes.push(code);
    this.sets.push(set);
    return this.targets.push(-1) - 1;
  }

  compile(shape: Shape): void {
    switch (shape.kind) {
      case 'text':
        for (const character of shape.text) this.add('code', character.codePointAt(0));
        break;
      case 'set':
        this.add('set', -1, shape.set);
        break;
      case 'sequence':
        for (const item of shape.items) this.compile(item);
        break;
      case 'choice':
        this.#choice(shape.options);
        break;
      case 'repeat':
        this.#repeat(shape);
    }
  }

  #choice(options: readonly Shape[]): void {
    const ends: number[] = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        this.compile(option);
        continue;
      }
      const fork = this.add('fork');
      this.compile(option);
      ends.push(this.add('jump'));
      this.targets[fork] = this.operations.length;
    }
    for (const end of ends) this.targets[end] = this.operations.length;
  }

  #repeat({ item, min, max }: Extract<Shape, { kind: 'repeat' }>): void {
    for (let count = 0; count < min; count++) this.compile(item);
    if (max === Infinity) {
      const fork = this.add('fork');
      this.compile(item);
      this.targets[this.add('jump')] = fork;
      this.targets[fork] = this.operations.length;
      return;
    }
    const forks: number[] = [];
    for (let count = min; count < max; count++) {
      forks.push(this.add('fork'));
      this.compile(item);
    }
    for (const fork of forks) this.targets[fork] = this.operations.length;
  }
}
