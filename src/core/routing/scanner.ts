import type { CharacterClass } from './character-class.ts';
import { firstOf } from './first-set.ts';
import type { Pattern } from './pattern.ts';

/**
 * Walks once over a text for a deterministic pattern: gives the position behind the match, or -1.
 *
 * Captures are written to `slots` as start and end; they are worth reading only after a match.
 */
export type Scan = (subject: string, position: number, slots: Int32Array) => number;

/** Turns a pattern that `isDeterministic` into one function. */
export function createScan(pattern: Pattern): Scan {
  switch (pattern.kind) {
    case 'text': {
      const { text } = pattern;
      return (subject, position) => (subject.startsWith(text, position) ? position + text.length : -1);
    }
    case 'class':
      return scanClass(pattern.set, 1, 1);
    case 'sequence':
      return scanSequence(pattern.items.map(createScan));
    case 'choice':
      return scanChoice(pattern.options);
    case 'repeat':
      return pattern.item.kind === 'class'
        ? scanClass(pattern.item.set, pattern.min, pattern.max)
        : scanRepeat(pattern.item, pattern.min, pattern.max);
    case 'atomic':
      return createScan(pattern.item);
    case 'capture':
      return scanCapture(createScan(pattern.item), pattern.index * 2);
    case 'look':
    case 'assert':
      throw new TypeError(`A scanner cannot decide "${pattern.kind}"`);
  }
}

function scanSequence(scans: readonly Scan[]): Scan {
  return (subject, position, slots) => {
    for (let index = 0; index < scans.length && position >= 0; index++) {
      position = (scans[index] as Scan)(subject, position, slots);
    }
    return position;
  };
}

function scanChoice(patterns: readonly Pattern[]): Scan {
  const options = patterns.map((option) => ({ first: firstOf(option), scan: createScan(option) }));
  return (subject, position, slots) => {
    const code = subject.codePointAt(position);
    if (code === undefined) return -1;
    for (const option of options) {
      if (option.first.has(code)) return option.scan(subject, position, slots);
    }
    return -1;
  };
}

function scanRepeat(item: Pattern, min: number, max: number): Scan {
  const first = firstOf(item);
  const scan = createScan(item);
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

function scanCapture(scan: Scan, slot: number): Scan {
  return (subject, position, slots) => {
    const end = scan(subject, position, slots);
    slots[slot] = position;
    slots[slot + 1] = end;
    return end;
  };
}

/** A run of one set. Where counting code units gives the same answer as counting characters, units are cheaper. */
function scanClass(set: CharacterClass, min: number, max: number): Scan {
  const { ascii } = set;
  if (set.takesOnlyAscii) {
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
      const code = unit < 0xd800 ? unit : (subject.codePointAt(position) ?? unit);
      if (!set.has(code)) break;
      position += code > 0xffff ? 2 : 1;
      count++;
    }
    return count < min ? -1 : position;
  };
}
