import { describeDurationIssue, toMilliseconds } from '../core/http/duration.ts';
import type { Duration, DurationRange } from '../core/http/duration.ts';
import { UsageError } from './command.ts';

/**
 * Reads a duration on the command line, such as `10s` or `10 s`, or a number of milliseconds.
 *
 * @param option the name of the option, for the message
 * @returns milliseconds
 * @throws {UsageError} if the text is not a duration within the range
 */
export function readDuration(option: string, text: string, range?: DurationRange): number {
  const duration = /^\d+$/.test(text) ? Number(text) : (text.replace(/^([\d.]+)(?=[a-z])/, '$1 ') as Duration);
  const expected = describeDurationIssue(duration, range);
  if (expected !== undefined) throw new UsageError(`${option} is "${text}"; expected ${expected}`);
  return toMilliseconds(duration);
}
