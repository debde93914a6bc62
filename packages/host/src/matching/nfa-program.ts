import type { CharacterClass } from './character-class.ts';
import { PatternError } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { message } from 'oriel-core/messages';

/** Operations of a program. `CODE` and `SET` consume a character; `FORK` and `JUMP` do not. */
export const CODE = 0;
export const SET = 1;
export const FORK = 2;
export const JUMP = 3;
export const MATCH = 4;

/**
 * A nondeterministic finite automaton. Clients choose the patterns and may register many, so a step takes five bytes: an
 * operation and its operand, which is a code point, an index of `sets` or a step.
 */
export interface NfaProgram {
  readonly operations: Uint8Array;
  readonly operands: Int32Array;
  readonly sets: readonly CharacterClass[];
}

/** The maximum number of steps in a program. */
export const MAX_STEPS = 2_000;

/**
 * Compiles a pattern without captures, assertions and atomic groups.
 *
 * @throws {PatternError} if the program exceeds `MAX_STEPS`
 */
export function compileNfa(pattern: Pattern): NfaProgram {
  const compiler = new NfaCompiler();
  compiler.compile(pattern);
  compiler.add(MATCH);
  const { operations, operands, sets } = compiler;
  return { operations: Uint8Array.from(operations), operands: Int32Array.from(operands), sets: [...sets.keys()] };
}

class NfaCompiler {
  readonly operations: number[] = [];
  readonly operands: number[] = [];
  readonly sets = new Map<CharacterClass, number>();

  add(operation: number, operand = 0): number {
    if (this.operations.push(operation) > MAX_STEPS) throw new PatternError(message('pattern.too-large'));
    return this.operands.push(operand) - 1;
  }

  compile(pattern: Pattern): void {
    switch (pattern.kind) {
      case 'text':
        for (const character of pattern.text) this.add(CODE, character.codePointAt(0));
        break;
      case 'class':
        this.add(SET, this.#indexOf(pattern.set));
        break;
      case 'sequence':
        for (const item of pattern.items) this.compile(item);
        break;
      case 'choice':
        this.#compileChoice(pattern.options);
        break;
      case 'repeat':
        this.#compileRepeat(pattern);
        break;
      default:
        throw new TypeError(`NFA programs do not support "${pattern.kind}"`);
    }
  }

  #indexOf(set: CharacterClass): number {
    let index = this.sets.get(set);
    if (index === undefined) this.sets.set(set, (index = this.sets.size));
    return index;
  }

  #compileChoice(options: readonly Pattern[]): void {
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

  #compileRepeat({ item, min, max }: Extract<Pattern, { kind: 'repeat' }>): void {
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
