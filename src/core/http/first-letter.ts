/**
 * Returns a text with its first letter in lower case, for use within a sentence.
 *
 * @example
 * ```ts
 * import { lowerFirst } from './first-letter.ts';
 * lowerFirst('Its kid is not a string'); // => 'its kid is not a string'
 * ```
 */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * Returns a text with its first letter in upper case.
 *
 * @example
 * ```ts
 * import { upperFirst } from './first-letter.ts';
 * upperFirst('is required'); // => 'Is required'
 * ```
 */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
