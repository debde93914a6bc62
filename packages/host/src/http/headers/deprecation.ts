/**
 * Parses a date of the configuration, `2026-01-31` or a time with its zone (RFC 3339), to milliseconds since 1970;
 * returns undefined if it is invalid.
 *
 * @example
 * ```ts
 * import { parseDay } from 'oriel-host/http';
 * parseDay('2026-02-30'); // => undefined
 * ```
 */
export function parseDay(text: string): number | undefined {
  if (!DAY.test(text)) return undefined;
  const milliseconds = Date.parse(text);
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  // `Date` would convert 30 February to a day in March.
  if (Number.isNaN(milliseconds) || new Date(day).toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
  return milliseconds;
}

/**
 * Formats a `Deprecation` header (RFC 9745): a date as a structured field, `@` and seconds since 1970.
 *
 * @example
 * ```ts
 * import { formatDeprecation } from 'oriel-host/http';
 * formatDeprecation(Date.parse('2023-06-30T23:59:59Z')); // => '@1688169599'
 * ```
 */
export function formatDeprecation(milliseconds: number): string {
  return `@${Math.floor(milliseconds / 1000)}`;
}

const DAY = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
