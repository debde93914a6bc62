import { messageOf } from '../http/problem.ts';

/**
 * Returns the name and the message of an error, or another value as text. Never throws: any value can be thrown, and getters of
 * errors are code of the application.
 *
 * @example
 * ```ts
 * import { describeError } from './describe-error.ts';
 * describeError(new RangeError('too far')); // => 'RangeError: too far'
 * ```
 */
export function describeError(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${messageOf(error)}` : messageOf(error);
  } catch {
    return messageOf(error);
  }
}
