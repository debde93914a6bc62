/**
 * Parses an HTTP date in any of the three formats of RFC 9110 §5.6.7 to milliseconds since 1970;
 * returns undefined if it is invalid. `Date.parse` is lenient and would accept a year as a date.
 *
 * @example
 * ```ts
 * import { parseHttpDate } from 'oriel-host/http';
 * parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'); // => 784111777000
 * parseHttpDate('1994'); // => undefined
 * ```
 */
export function parseHttpDate(text: string): number | undefined {
  const match = FIXDATE.exec(text) ?? RFC850.exec(text) ?? ASCTIME.exec(text);
  if (!match) return undefined;
  const { day, month, year, time } = match.groups as Record<'day' | 'month' | 'year' | 'time', string>;
  const number = MONTHS.indexOf(month);
  const milliseconds = Date.parse(
    `${fullYear(year)}-${String(number + 1).padStart(2, '0')}-${day.trim().padStart(2, '0')}T${time}Z`,
  );
  // `Date` would convert 31 February to a day in March.
  return new Date(milliseconds).getUTCDate() === Number(day) ? milliseconds : undefined;
}

/**
 * Formats milliseconds since 1970 as an HTTP date (RFC 9110 §5.6.7).
 *
 * @example
 * ```ts
 * import { formatHttpDate } from 'oriel-host/http';
 * formatHttpDate(784111777000); // => 'Sun, 06 Nov 1994 08:49:37 GMT'
 * ```
 */
export function formatHttpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastText = new Date(milliseconds).toUTCString();
    lastSecond = second;
  }
  return lastText;
}

// Most calls are for the current second.
let lastSecond = Number.NaN;
let lastText = '';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<time>\\d\\d:\\d\\d:\\d\\d)';
const FIXDATE = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`);
const RFC850 = new RegExp(`^[A-Z][a-z]{2,5}day, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`);

// A two-digit year that would be more than fifty years ahead belongs to the previous century.
function fullYear(year: string): string {
  if (year.length === 4) return year;
  const now = new Date().getUTCFullYear();
  const near = now - (now % 100) + Number(year);
  return String(near > now + 50 ? near - 100 : near);
}
