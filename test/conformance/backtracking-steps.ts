/** Counts the work of a backtracking matcher, which `RegExp` is. */
import type { Pattern } from '../../packages/host/src/matching/pattern.ts';

/**
 * Returns how many characters and branches a backtracking matcher tries until a pattern matches the whole text, or cannot.
 *
 * @param limit counting stops at this number
 */
export function countSteps(pattern: Pattern, text: string, limit: number): number {
  let steps = 0;
  const codes = [...text].map((character) => character.codePointAt(0)!);

  const match = (part: Pattern, position: number, next: (position: number) => boolean): boolean => {
    if (++steps > limit) return true;
    switch (part.kind) {
      case 'text': {
        const characters = [...part.text];
        return (
          characters.every((character, index) => character.codePointAt(0) === codes[position + index]) &&
          next(position + characters.length)
        );
      }
      case 'class':
        return position < codes.length && part.set.has(codes[position]!) && next(position + 1);
      case 'sequence': {
        const matchItem = (index: number, start: number): boolean =>
          index === part.items.length
            ? next(start)
            : match(part.items[index]!, start, (end) => matchItem(index + 1, end));
        return matchItem(0, position);
      }
      case 'choice':
        return part.options.some((option) => match(option, position, next));
      case 'look':
        match(part.item, position, () => true);
        return next(position);
      case 'repeat': {
        const matchMore = (count: number, start: number): boolean =>
          (count < part.max && match(part.item, start, (end) => end > start && matchMore(count + 1, end))) ||
          (count >= part.min && next(start));
        return matchMore(0, position);
      }
    }
  };
  match(pattern, 0, (position) => position === codes.length);
  return steps;
}
