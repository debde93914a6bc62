/**
 * A text whose first letter is a small one, to go on in the middle of a sentence.
 *
 * @example
 * ```ts
 * import { lowerFirst } from './first-letter.ts';
 * lowerFirst('Its kid is no text'); // => 'its kid is no text'
 * ```
 */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * A text whose first letter is a capital.
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
