import type { CharacterClass } from './character-class.ts';
import type { LoopStep, RunStep } from './program.ts';

/** Finds where runs of characters of one class end in a text. */
export class CharacterRuns {
  /** Characters read. */
  steps = 0;
  readonly #subject: string;
  /** Start and end of the last run measured for each mark. */
  readonly #measured: number[] = [];

  constructor(subject: string) {
    this.#subject = subject;
  }

  /** Returns the end of the run at a position. Positions inside the last run have the same end, so it is not measured again. */
  endAt({ mark, set }: LoopStep | RunStep, position: number): number {
    const measured = this.#measured;
    const from = measured[mark * 2] ?? -1;
    const to = measured[mark * 2 + 1] ?? -1;
    if (position >= from && position <= to) return to;
    const end = position < from ? this.#readRun(set, position, from) : this.#measure(set, position);
    measured[mark * 2] = position;
    return (measured[mark * 2 + 1] = end === from ? to : end);
  }

  /** Returns the end of the longest run that a step accepts, or -1 if it is shorter than the minimum. */
  take(step: RunStep, start: number): number {
    const { set, min, max } = step;
    if (max === Infinity && min <= 1) {
      const end = this.endAt(step, start);
      return end - start < min ? -1 : end;
    }
    let position = start;
    let count = 0;
    while (count < max && position < this.#subject.length) {
      const code = codeAt(this.#subject, position);
      if (!set.has(code)) break;
      position += widthOf(code);
      count++;
      this.steps++;
    }
    return count < min ? -1 : position;
  }

  #measure(set: CharacterClass, position: number): number {
    const { length } = this.#subject;
    this.steps++;
    if (set.hasAllNonAscii && set.excluded.length < 2) {
      const [stop] = set.excluded;
      const end = stop === undefined ? -1 : this.#subject.indexOf(String.fromCharCode(stop), position);
      return end < 0 ? length : end;
    }
    return this.#readRun(set, position, length);
  }

  #readRun(set: CharacterClass, start: number, last: number): number {
    let position = start;
    while (position < last) {
      const code = codeAt(this.#subject, position);
      if (!set.has(code)) break;
      position += widthOf(code);
    }
    this.steps += position - start;
    return position;
  }
}

/** Returns the code point at a position inside the text. */
export function codeAt(subject: string, position: number): number {
  const unit = subject.charCodeAt(position);
  return unit < 0xd800 || unit > 0xdfff ? unit : (subject.codePointAt(position) as number);
}

/** Returns the number of UTF-16 code units of a code point. */
export function widthOf(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}
