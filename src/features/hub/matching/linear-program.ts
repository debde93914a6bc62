import type { CharacterSet } from './character-set.ts';
import { PatternError } from './shape.ts';
import type { Shape } from './shape.ts';

/** What a step does: the first two take a character, `FORK` and `JUMP` none, `MATCH` is the end. */
export const CODE = 0;
export const SET = 1;
export const FORK = 2;
export const JUMP = 3;
export const MATCH = 4;

/**
 * A shape as steps. Strangers choose patterns and may hold many of them, so a step takes five bytes: what it does, and the
 * character, the set or the place that it does it with.
 */
export interface LinearProgram {
  readonly operations: Uint8Array;
  readonly operands: Int32Array;
  readonly sets: readonly CharacterSet[];
}

/** The most steps a program has. */
export const MOST_STEPS = 2_000;

/** @throws {PatternError} when repetitions of repetitions make it too large */
export function compileShape(shape: Shape): LinearProgram {
  const compiler = new Compiler();
  compiler.compile(shape);
  compiler.add(MATCH);
  const { operations, operands, sets } = compiler;
  return { operations: Uint8Array.from(operations), operands: Int32Array.from(operands), sets: [...sets.keys()] };
}

class Compiler {
  readonly operations: number[] = [];
  readonly operands: number[] = [];
  readonly sets = new Map<CharacterSet, number>();

  add(operation: number, operand = 0): number {
    if (this.operations.push(operation) > MOST_STEPS) throw new PatternError('the pattern is too large');
    return this.operands.push(operand) - 1;
  }

  compile(shape: Shape): void {
    switch (shape.kind) {
      case 'text':
        for (const character of shape.text) this.add(CODE, character.codePointAt(0));
        break;
      case 'set':
        this.add(SET, this.#numberOf(shape.set));
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

  #numberOf(set: CharacterSet): number {
    let number = this.sets.get(set);
    if (number === undefined) this.sets.set(set, (number = this.sets.size));
    return number;
  }

  #choice(options: readonly Shape[]): void {
    const ends: number[] = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        this.compile(option);
        continue;
      }
      const fork = this.add(FORK);
      this.compile(option);
      ends.push(this.add(JUMP));
      this.operands[fork] = this.operations.length;
    }
    for (const end of ends) this.operands[end] = this.operations.length;
  }

  #repeat({ item, min, max }: Extract<Shape, { kind: 'repeat' }>): void {
    for (let count = 0; count < min; count++) this.compile(item);
    if (max === Infinity) {
      const fork = this.add(FORK);
      this.compile(item);
      this.add(JUMP, fork);
      this.operands[fork] = this.operations.length;
      return;
    }
    const forks: number[] = [];
    for (let count = min; count < max; count++) {
      forks.push(this.add(FORK));
      this.compile(item);
    }
    for (const fork of forks) this.operands[fork] = this.operations.length;
  }
}
