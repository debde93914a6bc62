/** A unit of {@link Duration}: milliseconds, seconds, minutes, hours or days. */
type DurationUnit = 'ms' | 's' | 'min' | 'h' | 'd';

/**
 * A period of time: a number of milliseconds, or a number, a space and a unit, such as `'15 min'`. Few people read ISO 8601 durations
 * (`PT15M`) fluently, and a unit in the name of an option would not fit a text.
 */
export type Duration = number | `${number} ${DurationUnit}`;

/** The durations that an option accepts. All are milliseconds. */
export interface DurationRange {
  /** Default 0. */
  readonly minimum?: number;
  /** Default 100 years. Use {@link MAX_TIMER_MS} for durations of timers. */
  readonly maximum?: number;
  /** Whether the duration must be whole seconds, because a header or a token has it in seconds. Default false. */
  readonly wholeSeconds?: boolean;
}

/** The maximum of durations of timers. Node.js fires timers of more than 2^31 - 1 milliseconds at once. */
export const MAX_TIMER_MS = 24 * 86_400_000;

/**
 * Converts a duration to milliseconds.
 *
 * @param option the name of the option, for the message
 * @throws {TypeError} if the value is not a duration within the range
 *
 * @example
 * ```ts
 * import { parseDuration } from './duration.ts';
 * parseDuration('15 min', 'timeout'); // => 900_000
 * parseDuration(250, 'timeout'); // => 250
 * parseDuration('15 m' as never, 'timeout'); // THROWS timeout is "15 m"; expected milliseconds, or a number with a unit
 * ```
 */
export function parseDuration(value: Duration, option: string, range: DurationRange = {}): number {
  const expected = describeDurationIssue(value, range);
  if (expected !== undefined) throw new TypeError(`${option} is ${describe(value)}; expected ${expected}`);
  return readMilliseconds(value)!;
}

/** Converts a duration that {@link parseDuration} or the checks of the configuration have accepted. */
export function toMilliseconds(value: Duration): number {
  return readMilliseconds(value)!;
}

/** Converts a validated duration to seconds, the unit of HTTP headers and tokens. */
export function toSeconds(value: Duration): number {
  return toMilliseconds(value) / 1_000;
}

/** Returns which durations are expected if a value is not one of them; otherwise undefined. */
export function describeDurationIssue(value: unknown, range: DurationRange = {}): string | undefined {
  const { minimum = 0, maximum = LONGEST, wholeSeconds = false } = range;
  const milliseconds = readMilliseconds(value);
  const isExpected =
    milliseconds !== undefined &&
    milliseconds >= minimum &&
    milliseconds <= maximum &&
    !(wholeSeconds && milliseconds % 1_000 !== 0);
  if (isExpected) return undefined;
  const what = wholeSeconds ? 'whole seconds, in milliseconds or with a unit' : 'milliseconds, or a number with a unit';
  const example = formatDuration(Math.min(Math.max(900_000, minimum), maximum));
  return `${what}, such as '${example}' (ms, s, min, h, d), from ${formatDuration(minimum)} to ${formatDuration(maximum)}`;
}

/** Formats milliseconds in the largest unit of which they are a multiple, such as `15 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0';
  const [unit, size] = UNITS.findLast(([, value]) => milliseconds % value === 0) ?? UNITS[0];
  return `${milliseconds / size} ${unit}`;
}

// Returns undefined for a value that is not a duration.
function readMilliseconds(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  const [, number, unit] = (typeof value === 'string' && FORMAT.exec(value)) || [];
  if (number === undefined) return undefined;
  // Rounded, because 1.1 * 1000 is not exactly 1100.
  return Math.round(Number(number) * UNITS.find(([name]) => name === unit)![1]);
}

function describe(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value).slice(0, 80) : typeof value;
}

const FORMAT = /^(\d{1,12}(?:\.\d{1,3})?) (ms|s|min|h|d)$/;

const UNITS: readonly [readonly [DurationUnit, number], ...(readonly [DurationUnit, number])[]] = [
  ['ms', 1],
  ['s', 1_000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
];

const LONGEST = 36_525 * 86_400_000;
