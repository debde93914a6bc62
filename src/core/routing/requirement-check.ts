import { CharacterClass } from '../matching/character-class.ts';
import { BacktrackingMatcher } from '../matching/backtracking-matcher.ts';
import { compileProgram } from '../matching/program-compiler.ts';
import { parsePcre } from '../matching/pcre-parser.ts';
import { sequence } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import { decodePathToBytes } from './path-decoding.ts';
import { percentEncode } from './percent-encoding.ts';

/**
 * Checks a value for a URL against its requirement, as forgivingly as the reference router does: case does not count,
 * look-arounds are ignored, and a line feed at the end is overlooked.
 *
 * The bars of `a|b` are not put in a group, so the first option only has to begin the value and the last only to end it.
 */
export function createRequirementCheck(requirement: string, utf8: boolean): (value: string) => boolean {
  const pattern = withoutLooks(parsePcre(requirement, { utf8, ignoreCase: true, dotAll: false }));
  const matcher = new BacktrackingMatcher(compileProgram(anchored(pattern)));
  return (value) => matcher.match(utf8 ? value : decodePathToBytes(percentEncode(value)), 0, noSlots) >= 0;
}

const noSlots = new Int32Array(0);
const anything: Pattern = {
  kind: 'repeat',
  item: { kind: 'class', set: CharacterClass.any },
  min: 0,
  max: Infinity,
  greedy: false,
};
const end: Pattern = { kind: 'assert', at: 'end-or-newline' };

function anchored(pattern: Pattern): Pattern {
  if (pattern.kind !== 'choice') return sequence(pattern, end);
  const last = pattern.options.length - 1;
  const options = pattern.options.map((option, index) =>
    index === 0 ? option : index === last ? sequence(anything, option, end) : sequence(anything, option),
  );
  return { kind: 'choice', options };
}

function withoutLooks(pattern: Pattern): Pattern {
  switch (pattern.kind) {
    case 'look':
      return sequence();
    case 'sequence':
      return { kind: 'sequence', items: pattern.items.map(withoutLooks) };
    case 'choice':
      return { kind: 'choice', options: pattern.options.map(withoutLooks) };
    case 'repeat':
    case 'atomic':
    case 'capture':
      return { ...pattern, item: withoutLooks(pattern.item) };
    default:
      return pattern;
  }
}
