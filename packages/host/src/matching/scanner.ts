import type { CharacterClass } from './character-class.ts';
import { firstCharacters } from './pattern-analysis.ts';
import type { Pattern } from './pattern.ts';

/**
 * Matches a deterministic pattern at a position; returns the end of the match, or -1.
 *
 * Captures are written to `slots` as start and end; they are valid only after a match.
 */
export type Scanner = (subject: string, position: number, slots: Int32Array) => number;

/** Compiles a pattern for which `isDeterministic` returns true. */
export function createScanner(pattern: Pattern): Scanner {
  switch (pattern.kind) {
    case 'text': {
      const { text } = pattern;
      return (subject, position) => (subject.startsWith(text, position) ? position + text.length : -1);
    }
    case 'class':
      return createClassScanner(pattern.set, 1, 1);
    case 'sequence':
      return createSequenceScanner(pattern.items.map(createScanner));
    case 'choice':
      return createChoiceScanner(pattern.options);
    case 'repeat':
      return pattern.item.kind === 'class'
        ? createClassScanner(pattern.item.set, pattern.min, pattern.max)
        : createRepeatScanner(pattern.item, pattern.min, pattern.max);
    case 'atomic':
      return createScanner(pattern.item);
    case 'capture':
      return createCaptureScanner(createScanner(pattern.item), pattern.index * 2);
    case 'look':
    case 'assert':
      throw new TypeError(`A scanner cannot match "${pattern.kind}"`);
  }
}

function createSequenceScanner(scans: readonly Scanner[]): Scanner {
  return (subject, position, slots) => {
    for (let index = 0; index < scans.length && position >= 0; index++) {
      position = (scans[index] as Scanner)(subject, position, slots);
    }
    return position;
  };
}

function createChoiceScanner(patterns: readonly Pattern[]): Scanner {
  const options = patterns.map((option) => ({ first: firstCharacters(option), scan: createScanner(option) }));
  return (subject, position, slots) => {
    const code = subject.codePointAt(position);
    if (code === undefined) return -1;
    for (const option of options) {
      if (option.first.has(code)) return option.scan(subject, position, slots);
    }
    return -1;
  };
}

function createRepeatScanner(item: Pattern, min: number, max: number): Scanner {
  const first = firstCharacters(item);
  const scan = createScanner(item);
  return (subject, position, slots) => {
    for (let count = 0; count < max; count++) {
      const code = subject.codePointAt(position);
      if (code === undefined || !first.has(code)) return count < min ? -1 : position;
      position = scan(subject, position, slots);
      if (position < 0) return -1;
    }
    return position;
  };
}

function createCaptureScanner(scan: Scanner, slot: number): Scanner {
  return (subject, position, slots) => {
    const end = scan(subject, position, slots);
    slots[slot] = position;
    slots[slot + 1] = end;
    return end;
  };
}

/** Matches a run of one class. Counts code units instead of characters where both give the same result. */
function createClassScanner(set: CharacterClass, min: number, max: number): Scanner {
  const { ascii } = set;
  if (set.isAsciiOnly) {
    return (subject, position) => {
      const last = Math.min(subject.length, position + max);
      let end = position;
      while (end < last && ascii[subject.charCodeAt(end)] === 1) end++;
      return end - position < min ? -1 : end;
    };
  }
  return (subject, position) => {
    let count = 0;
    while (count < max && position < subject.length) {
      const unit = subject.charCodeAt(position);
      const code = unit < 0xd800 ? unit : subject.codePointAt(position)!;
      if (!set.has(code)) break;
      position += code > 0xffff ? 2 : 1;
      count++;
    }
    return count < min ? -1 : position;
  };
}
