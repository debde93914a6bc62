import type { PatternMatcher, PatternParts } from './pattern-matcher.ts';
import { scanStep, toScanStep } from './scan-step.ts';
import type { ScanStep } from './scan-step.ts';

/** Walks a path once and never goes back: for patterns in which every character decides. */
export class ScanPatternMatcher implements PatternMatcher {
  readonly kind = 'scan';
  readonly steps = 0;
  readonly slots: Int32Array;
  readonly #scans: readonly ScanStep[];
  readonly #optionalFrom: number;
  readonly #mayEndWithSlash: boolean;
  readonly #mayBeginEmpty: boolean;

  constructor({ pieces, optionalFrom, mayEndWithSlash, captures }: PatternParts) {
    this.slots = new Int32Array(captures * 2).fill(-1);
    this.#scans = pieces.map(toScanStep);
    this.#optionalFrom = optionalFrom;
    this.#mayEndWithSlash = mayEndWithSlash;
    this.#mayBeginEmpty = pieces[0]?.kind === 'sequence' && pieces[0].items.at(-1)?.kind === 'repeat';
  }

  match(subject: string): boolean {
    const { slots } = this;
    const scans = this.#scans;
    let position = 0;
    if (this.#mayBeginEmpty) slots.fill(-1);
    for (let index = 0; index < scans.length; index++) {
      const end = scanStep(scans[index] as ScanStep, subject, position, slots);
      if (end < 0) {
        if (index < this.#optionalFrom) return false;
        this.#forget(index);
        break;
      }
      position = end;
    }
    const rest = subject.length - position;
    return rest === 0 || (rest === 1 && this.#mayEndWithSlash && subject.charCodeAt(position) === 0x2f);
  }

  /** From here on every token is one optional parameter, and the captures are numbered in their order. */
  #forget(index: number): void {
    this.slots.fill(-1, this.slots.length - (this.#scans.length - index) * 2);
  }
}
