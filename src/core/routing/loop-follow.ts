import { CharacterClass } from './character-class.ts';
import { characterOf } from './first-set.ts';
import type { Step } from './linear-step.ts';

/** Tells each loop what has to follow it, so that it stops only where that is: it goes in leaps instead of characters. */
export function tellLoopsWhatFollows(steps: readonly Step[]): void {
  steps.forEach((step, index) => {
    if (step.op !== 'loop') return;
    const behind = withoutSaves(steps, index + 1);
    const next = steps[behind] as Step;
    if (next.op === 'text') step.until = next.text;
    step.endsHere = next.op === 'finish';
    const start = next.op === 'text' ? behind + 1 : behind;
    step.then = firstAt(steps, start, new Set());
    const after = withoutSaves(steps, start);
    step.gap = steps[after]?.op === 'class' ? 1 : 0;
    const loop = steps[withoutSaves(steps, after + step.gap)];
    if (loop?.op === 'loop' && loop.greedy) step.next = loop;
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
