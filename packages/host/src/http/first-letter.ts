/**
 * Returns a text with its first letter in lower case, for use within a sentence.
 *
 * @example
 * ```ts
 * import { lowerFirst } from './first-letter.ts';
 * lowerFirst('The kid is not a string'); // => 'the kid is not a string'
 * ```
 */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
