/**
 * Milliseconds since 1970 of a date in a header, in any of the three forms that recipients must accept (RFC 9110 §5.6.7);
 * undefined when it is none. Lenient date parsers would read a year as a date.
 *
 * @example
 * ```ts
 * import { parseHttpDate } from 'oriel/http';
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
  // 31 February is no day, although a Date would make it one in March.
  return new Date(milliseconds).getUTCDate() === Number(day) ? milliseconds : undefined;
}

/**
 * Formats milliseconds since 1970 as an HTTP date (RFC 9110 §5.6.7).
 *
 * @example
 * ```ts
 * import { formatHttpDate } from 'oriel/http';
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

// Mostly it is the present that is asked for, and thousands of times a second.
let lastSecond = Number.NaN;
let lastText = '';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<time>\\d\\d:\\d\\d:\\d\\d)';
const FIXDATE = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`);
const RFC850 = new RegExp(`^[A-Z][a-z]{2,5}day, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`);

// A year of two digits that would be more than fifty years ahead is one of the century before.
function fullYear(year: string): string {
  if (year.length === 4) return year;
  const now = new Date().getUTCFullYear();
  const near = now - (now % 100) + Number(year);
  return String(near > now + 50 ? near - 100 : near);
}
