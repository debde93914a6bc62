import { canonicalDecimal } from '../../features/resources/declare/filters/decimal.ts';
import { toOperand } from '../../features/resources/declare/filters/operand.ts';
import type { CursorValue } from '../../features/resources/declare/list-request.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { isWhole } from './write-filter.ts';

/** The value of a sort key in a cursor, which rows are compared with. */
export interface Position {
  readonly column: SqlColumn;
  /** The value in the cursor. */
  readonly given: CursorValue | undefined;
  readonly value: unknown;
  /** Whether the value is a stored one, and not that of an item. */
  readonly isStored: boolean;
  /** The cast of the value as a parameter. */
  readonly cast: string;
}

/**
 * Returns the value of a sort key for a cursor: that of the item if the database stores the same, otherwise the stored one as text
 * after U+0000, which no database stores. Times have microseconds, numbers have more digits than those of JavaScript, and some are infinite.
 *
 * @param stored the selected value of the column
 */
export function cursorValue(stored: unknown, { kind, decode, operand }: SqlColumn): CursorValue {
  if (stored === null || stored === undefined || kind === 'json') return null;
  if (typeof stored === 'boolean') return stored;
  const value = decode === undefined ? stored : decode(stored);
  if (kind === 'decimal' && operand(value) !== undefined) return String(value);
  const isExact = kind === 'string' ? typeof value === 'string' : operand(value) === stored;
  if (isExact) return value as string | number;
  return MARK + (ArrayBuffer.isView(stored) ? `x'${toHex(stored)}'` : String(stored));
}

/** Returns the stored value of a folded column for a cursor. */
export function foldedCursorValue(stored: string): CursorValue {
  return MARK + stored;
}

/** Returns the value that rows are compared with. One that the column cannot contain sorts like null. */
export function createPosition(given: CursorValue | undefined, column: SqlColumn, { name }: SqlDialect): Position {
  const { kind, operand, fits, folded, isInt64, cast } = column;
  const position = { column, given, isStored: false, cast };
  if (typeof given === 'string' && given.startsWith(MARK)) {
    const text = given.slice(MARK.length);
    if (folded?.order) return { ...position, value: text, isStored: true };
    return {
      ...position,
      value: name === 'sqlite' ? sqliteValue(text) : text,
      isStored: true,
      cast: column.storedCast,
    };
  }
  if (given === null || given === undefined || toOperand(given, kind) === undefined)
    return { ...position, value: null };
  const wanted = operand(given);
  if (folded?.order) return { ...position, value: folded.fold(wanted as string) };
  const value = fits(wanted) ? wanted : isInt64 ? (canonicalDecimal(wanted) ?? null) : null;
  // A cursor may lie between two integers, or outside of their range.
  const isNumber = column.whole && typeof value === 'number' && !isWhole(value);
  const between = isNumber || (isInt64 && !fits(value));
  return between && name === 'postgres' ? { ...position, value, cast: '?::numeric' } : { ...position, value };
}

const MARK = '\0';

function toHex({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

// A column of SQLite may contain values of any type.
function sqliteValue(text: string): string | number | bigint | Buffer {
  const [, bytes] = /^x'([\da-f]*)'$/.exec(text) ?? [];
  if (bytes !== undefined) return Buffer.from(bytes, 'hex');
  const number = text === '' ? NaN : Number(text);
  if (Number.isNaN(number)) return text;
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}
