import { BacktrackingMatcher } from './backtracking-matcher.ts';
import { parsePcre } from './pcre-parser.ts';
import { sequence } from './pattern.ts';
import { compileProgram } from './program-compiler.ts';

/**
 * Returns a function that tests whole texts against a regular expression in linear time, for texts that clients send.
 *
 * @param source a Perl-compatible expression without anchors
 * @throws {PatternError | PcreError} for invalid syntax, or syntax that cannot be matched in linear time, such as backreferences
 *
 * @example
 * ```ts
 * const isMatch = createFullMatch('(a+)+');
 * [isMatch('aaaa'), isMatch(`${'a'.repeat(5000)}!`)]; // => [true, false]
 * ```
 */
export function createFullMatch(source: string, ignoreCase = false): (text: string) => boolean {
  const pattern = parsePcre(source, { utf8: true, ignoreCase, dotAll: false });
  const matcher = new BacktrackingMatcher(compileProgram(sequence(pattern, { kind: 'assert', at: 'end' })));
  const slots = new Int32Array(0);
  return (text) => matcher.match(text, 0, slots) >= 0;
}
