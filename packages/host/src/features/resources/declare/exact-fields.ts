/** The function `stringFormat` of zod 4. */
interface FormatLibrary<Format extends string, Schema> {
  stringFormat(format: Format, pattern: RegExp): Schema;
}

/**
 * Creates schemas for fields with exact numbers, which are strings in JSON because numbers of JavaScript have 15 to 17 digits. Filters,
 * orders and cursors compare them by their value. Any string with the JSON Schema format `decimal` or `int64` is such a field.
 *
 * @example
 * ```ts
 * import { field } from 'oriel-host';
 * import { z } from 'zod';
 * const Invoice = z.object({ id: z.int(), number: field.int64(z), total: field.decimal(z, { digits: 12, scale: 2 }) });
 * Invoice.shape.total.safeParse('1234567890.10').success; // => true
 * Invoice.shape.total.safeParse('0.125').success; // => false
 * Invoice.shape.number.safeParse('9007199254740993').success; // => true
 * ```
 */
export const field = {
  /**
   * A decimal number, such as an amount of money.
   *
   * @param library the zod of the application
   * @param options the number of all digits, at most 1,000, and of those after the point, as in `numeric(12, 2)`
   * @throws {RangeError} if the digits are not positive integers, or less than the scale
   */
  decimal<Decimal>(
    library: FormatLibrary<'decimal', Decimal>,
    { digits = 200, scale = Math.min(digits, 100) }: { readonly digits?: number; readonly scale?: number } = {},
  ): Decimal {
    const isValid = Number.isInteger(digits) && Number.isInteger(scale) && digits > 0 && digits <= 1000;
    if (!isValid || scale < 0 || scale > digits)
      throw new RangeError(`field.decimal needs 1 to 1000 digits and a scale up to these, got ${digits} and ${scale}`);
    const integerDigits = digits - scale;
    const before = integerDigits === 0 ? '0' : integerDigits === 1 ? '\\d' : `(?:0|[1-9]\\d{0,${integerDigits - 1}})`;
    return library.stringFormat('decimal', new RegExp(`^-?${before}${scale === 0 ? '' : `(?:\\.\\d{1,${scale}})?`}$`));
  },
  /** An integer with 64 bits: `int8` of PostgreSQL. @param library the zod of the application */
  int64<Int64>(library: FormatLibrary<'int64', Int64>): Int64 {
    return library.stringFormat('int64', INT64);
  },
} as const;

// One text for each integer, because it may be an identifier. Stores check the range.
const INT64 = /^(?:0|-?[1-9]\d{0,18})$/;
