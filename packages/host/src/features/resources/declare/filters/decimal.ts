/** A number of any size: `0.digits × 10^point`, without leading and trailing zeros. Zero has no digits. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly point: number;
}

const DECIMAL = /^([+-]?)(\d{1,1000})(?:\.(\d{0,1000}))?(?:[eE]([+-]?\d{1,3}))?$/;

function parseDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const [match, sign, integer = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  if (match === undefined) return undefined;
  const all = integer + fraction;
  const digits = all.replace(/^0+/, '');
  const point = integer.length - (all.length - digits.length) + Number(exponent);
  const significant = withoutTrailingZeros(digits);
  return { isNegative: sign === '-' && significant !== '', digits: significant, point: significant === '' ? 0 : point };
}

// Not a regular expression, whose time would be quadratic for zeros in the middle.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** Returns the shortest text of a decimal number, such as `-1.5` for `-01.50`; undefined if the value is not one. */
export function canonicalDecimal(value: unknown): string | undefined {
  const decimal = parseDecimal(value);
  if (decimal === undefined) return undefined;
  const { isNegative, digits, point } = decimal;
  const integer = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const fraction = point <= 0 && digits !== '' ? '0'.repeat(-point) + digits : digits.slice(Math.max(point, 0));
  return `${isNegative ? '-' : ''}${integer}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns a text that compares like the decimal number, by code points; undefined if the value is not one. */
export function decimalSortKey(value: unknown): string | undefined {
  const decimal = parseDecimal(value);
  if (decimal === undefined) return undefined;
  const { isNegative, digits, point } = decimal;
  if (digits === '') return '1';
  const magnitude = String(point + 5000).padStart(5, '0') + digits;
  // The longer one of two negative numbers with the same first digits is less, and `~` is after all digits.
  return isNegative ? `0${magnitude.replace(/\d/g, (digit) => String(9 - Number(digit)))}~` : `2${magnitude}`;
}
