import { CharacterClass } from './character-class.ts';
import { shorthand } from './class-syntax.ts';
import type { Assertion } from './pattern.ts';

/** Is the assertion true between the characters around `position`? */
export function holds(at: Assertion, subject: string, position: number): boolean {
  switch (at) {
    case 'start':
      return position === 0;
    case 'end':
      return position === subject.length;
    case 'end-or-slash':
      return position === subject.length || (position === subject.length - 1 && subject.endsWith('/'));
    case 'end-or-newline':
      return position === subject.length || (position === subject.length - 1 && subject.endsWith('\n'));
    case 'word-boundary':
      return isWord(subject, position - 1) !== isWord(subject, position);
    case 'not-word-boundary':
      return isWord(subject, position - 1) === isWord(subject, position);
  }
}

const word = CharacterClass.of(shorthand('w', true)?.items ?? '', {
  negate: false,
  ignoreCase: false,
  asciiOnly: false,
});

function isWord(subject: string, index: number): boolean {
  return index >= 0 && index < subject.length && word.has(subject.charCodeAt(index));
}
