import { CharacterClass } from './character-class.ts';
import { singleCharacter } from './pattern-analysis.ts';
import type { Step } from './program.ts';

/** Sets what must follow each loop, so that the matcher only tries positions where that occurs. */
export function setLoopFollowers(steps: readonly Step[]): void {
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
