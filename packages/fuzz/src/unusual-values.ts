import type { Json } from './api.ts';
import type { Random } from './random.ts';

/** Texts that applications often process incorrectly. */
export const UNUSUAL_TEXTS: readonly string[] = [
  ' ',
  '0',
  '-1',
  "'",
  '"',
  '\\',
  '%',
  '&a=b',
  '../../etc',
  '<b>&amp;',
  "x' OR '1'='1",
  '${7*7}{{7*7}}',
  '\0',
  '\u{1f600}e\u0301\u202e',
  '\u0130\ufb03\uffff',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '2024-02-29',
  '\r\nOriel-Fuzz: injected',
];

/** A header that a reply has if text of the request was copied into its headers. */
export const INJECTED_HEADER = 'oriel-fuzz';

/** A text that UTF-8 cannot encode. */
const SURROGATE = 'a\ud800';

const NUMBERS = [0, -0, 1, -1, 2, 0.1, -0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308];

const LENGTHS = [101, 256, 10_001, 70_000];

/** Returns a text that is unusual or long. */
export function unusualText(random: Random, maxLength = Infinity): string {
  if (random.chance(0.1)) return SURROGATE;
  if (random.chance(0.15)) return '';
  if (!random.chance(0.3)) return random.pick(UNUSUAL_TEXTS);
  return random.pick(['a', '9', '\u00e9', '(']).repeat(Math.min(random.pick(LENGTHS), maxLength));
}

/** Returns a number at a limit of a type, or just outside of the limits of a schema. */
export function unusualNumber(random: Random, { minimum, maximum }: Json = {}): number {
  const outside = [
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
  ];
  return random.pick(outside.length > 0 && random.chance(0.3) ? outside : NUMBERS);
}

/** Returns an unusual JSON value of any type. `old` is the value that it replaces. */
export function unusualValue(random: Random, old: unknown): unknown {
  // A value of the same type passes checks of types.
  if (typeof old === 'number' && random.chance(0.4)) return random.chance(0.4) ? -old - 1 : unusualNumber(random);
  if (typeof old === 'string' && random.chance(0.4)) return unusualText(random);
  switch (random.integer(8)) {
    case 0:
      return null;
    case 1:
      return random.pick([true, false]);
    case 2:
      return unusualNumber(random);
    case 3:
      return random.pick([[], [old], [old, old], [null], {}, { a: old }]);
    case 4:
      return typeof old === 'number' ? -old : typeof old === 'string' ? `${old}${old}` : String(old);
    default:
      return unusualText(random);
  }
}
