import type { CharacterClass } from './character-class.ts';
import type { LoopStep, RunStep } from './linear-step.ts';

/** Where runs of characters of one set end in one text. */
export class RunEnds {
  /** Characters looked at. */
  steps = 0;
  readonly #subject: string;
  /** For each loop or run the one measured last, as start and end. */
  readonly #measured: number[] = [];

  constructor(subject: string) {
    this.#subject = subject;
  }

  /** The end of the run that begins here. It is the same wherever inside the run one begins, so it is measured once. */
  of({ mark, set }: LoopStep | RunStep, position: number): number {
    const measured = this.#measured;
    const from = measured[mark * 2] ?? -1;
    const to = measured[mark * 2 + 1] ?? -1;
    if (position >= from && position <= to) return to;
    const end = position < from ? this.#walk(set, position, from) : this.#find(set, position);
    measured[mark * 2] = position;
    return (measured[mark * 2 + 1] = end === from ? to : end);
  }

  /** The end of as many characters as a step may take, or -1 when there are fewer than it asks for. */
  take(step: RunStep, start: number): number {
    const { set, min, max } = step;
    if (max === Infinity && min <= 1) {
      const end = this.of(step, start);
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

  #find(set: CharacterClass, position: number): number {
    const { length } = this.#subject;
    this.steps++;
    if (set.takesAllBeyondAscii && set.excluded.length < 2) {
      const [stop] = set.excluded;
      const end = stop === undefined ? -1 : this.#subject.indexOf(String.fromCharCode(stop), position);
      return end < 0 ? length : end;
    }
    return this.#walk(set, position, length);
  }

  #walk(set: CharacterClass, start: number, last: number): number {
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

/** The character at a place that is inside the text. */
export function codeAt(subject: string, position: number): number {
  const unit = subject.charCodeAt(position);
  return unit < 0xd800 || unit > 0xdfff ? unit : (subject.codePointAt(position) as number);
}

/** How many places a character takes. */
export function widthOf(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}
