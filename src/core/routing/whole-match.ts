import { compileLinear } from './linear-compiler.ts';
import { LinearMatcher } from './linear-matcher.ts';
import { parsePattern } from './pattern-parser.ts';
import { sequence } from './pattern.ts';

/**
 * A test of a whole text against a regular expression, in linear time whatever the expression: for texts that strangers
 * send. What cannot be promised for (backreferences, say) is refused.
 *
 * @param source without anchors: it must fit from the first character to the last
 * @throws {TypeError} with the reason
 *
 * @example
 * ```ts
 * const slow = wholeMatch('(a+)+');
 * [slow('aaaa'), slow(`${'a'.repeat(5000)}!`)]; // => [true, false]
 * ```
 */
export function wholeMatch(source: string, ignoreCase = false): (text: string) => boolean {
  const pattern = parsePattern(source, { utf8: true, ignoreCase, dotAll: false });
  const matcher = new LinearMatcher(compileLinear(sequence(pattern, { kind: 'assert', at: 'end' })));
  const slots = new Int32Array(0);
  return (text) => matcher.match(text, 0, slots) >= 0;
}
